import { expect, test } from '@jest/globals';
import { testClock } from '../testing/test-sources.ts';
import { whenMeasured, type Measured } from './when-measured.ts';

function unmeasured(): Measured & { readonly onMeasured: () => void } {
  let isMeasured = false;
  let resolve: () => void = () => undefined;
  const measured = new Promise<void>((done) => (resolve = done));
  const onMeasured = (): void => {
    isMeasured = true;
    resolve();
  };
  return { measured, isMeasured: () => isMeasured, onMeasured };
}

test('the catalog waits until every source and node was asked', async () => {
  const [sources, nodes] = [unmeasured(), unmeasured()];
  const waiting = whenMeasured([sources, nodes], 800, testClock());
  sources.onMeasured();
  nodes.onMeasured();
  await expect(waiting).resolves.toBeUndefined();
});

test('a starting engine answers UNAVAILABLE rather than with a catalog that lacks types', async () => {
  const clock = testClock();
  const sources = unmeasured();
  const waiting = expect(whenMeasured([sources], 800, clock)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await clock.advance(801);
  await waiting;
});
