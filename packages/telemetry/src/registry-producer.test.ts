import { expect, test } from '@jest/globals';
import { createMetrics } from './metrics.ts';
import { createRegistryProducer } from './registry-producer.ts';

async function exported(metrics: ReturnType<typeof createMetrics>, name: string): Promise<unknown> {
  const { resourceMetrics } = await createRegistryProducer(metrics.registry).collect();
  const metric = resourceMetrics.scopeMetrics[0]?.metrics.find(({ descriptor }) => descriptor.name === name);
  return metric?.dataPoints.map(({ attributes, value }) => ({ attributes, value }));
}

test('a histogram is exported with the count of each bucket instead of the cumulative count', async () => {
  const metrics = createMetrics('probe');
  const histogram = metrics.histogram('assay_probe_seconds', 'Probes.', ['kind'], [1, 2]);
  for (const seconds of [0.5, 1.5, 1.5, 9]) {
    histogram.observe({ kind: 'a' }, seconds);
  }
  histogram.observe({ kind: 'b' }, 0.5);
  expect(await exported(metrics, 'assay_probe_seconds')).toEqual([
    {
      attributes: { kind: 'a', service: 'probe' },
      value: { buckets: { boundaries: [1, 2], counts: [1, 2, 1] }, sum: 12.5, count: 4 },
    },
    {
      attributes: { kind: 'b', service: 'probe' },
      value: { buckets: { boundaries: [1, 2], counts: [1, 0, 0] }, sum: 0.5, count: 1 },
    },
  ]);
});

test('a counter keeps its name after a scrape', async () => {
  const metrics = createMetrics('probe');
  metrics.counter('assay_probe_total', 'Probes.', []).inc(2);
  await metrics.registry.metrics();
  expect(await exported(metrics, 'assay_probe_total')).toEqual([{ attributes: { service: 'probe' }, value: 2 }]);
  expect(await metrics.registry.metrics()).toContain('assay_probe_total{service="probe"} 2');
});
