import { expect, test } from '@jest/globals';
import { createMetrics } from './metrics.ts';

test('a tally counts by the values of its labels, and every reading has all counts', async () => {
  const metrics = createMetrics('test');
  const count = metrics.tally('assay_test_events_total', 'Events.', ['stream', 'event']);
  count('a', 'update');
  count('a', 'update');
  count('b', 'lost');
  const read = async (): Promise<readonly unknown[]> =>
    (await metrics.registry.getMetricsAsJSON())
      .filter(({ name }) => name === 'assay_test_events_total' || name === 'assay_test_events')
      .flatMap(({ values }) => values.map(({ labels, value }) => ({ ...labels, value })));
  expect(await read()).toEqual([
    { stream: 'a', event: 'update', service: 'test', value: 2 },
    { stream: 'b', event: 'lost', service: 'test', value: 1 },
  ]);
  count('a', 'update');
  expect(await read()).toMatchObject([{ value: 3 }, { value: 1 }]);
});
