import { expect, test } from '@jest/globals';
import { machine } from '@assay/independence/nodes/testing/node-world';
import { randomFrom } from '@assay/independence/testing/random';
import type { FetchProvider } from '@assay/providers/fetch';
import { settled, testClock } from '../testing/test-sources.ts';
import { createNodeMeasurement, nodesKey } from './node-measurement.ts';
import { nodePaces } from './node-sampler.ts';
import { verdictSnapshotOf } from '@assay/independence/verdicts/verdict-snapshot';

const budget = { hasHeadroom: () => true, take: () => true };
const nodes = ['a', 'b', 'c'].map((id) => ({ id, url: `http://${id}.test/`, budget }));

function open() {
  const clock = testClock();
  const views = nodes.map((_, place) => machine(randomFrom(place + 1), { distanceMs: 0, jitterMs: 560 }));
  const fetch: FetchProvider = async (origin) => {
    const view = views[nodes.findIndex(({ url }) => url.startsWith(origin))];
    return { kind: 'answered', status: 200, body: { result: String(view?.(clock.now()) ?? 0) } };
  };
  const measurement = createNodeMeasurement({ nodes, fetch, clock, pace: nodePaces.sandbox });
  const run = async (forMs: number): Promise<void> => {
    for (let passed = 0; passed < forMs; passed += 47) {
      measurement.tick();
      await settled();
      await clock.advance(47);
    }
  };
  return { measurement, run, clock };
}

test('from a cold start in the sandbox the nodes become independent of each other', async () => {
  const { measurement, run, clock } = open();
  expect([measurement.freshVerdicts(), measurement.changedStates()]).toEqual([[], []]);
  await run(20_000);
  const snapshot = verdictSnapshotOf(measurement.freshVerdicts());
  expect(snapshot.pair(nodesKey, 'c', 'a', clock.now())).toMatchObject({ verdict: 'independent' });
  expect(snapshot.pair(nodesKey, 'a', 'b', clock.now()).observations).toBeGreaterThan(10);
  expect(snapshot.pair(nodesKey, 'a', 'nobody', clock.now()).verdict).toBe('unknown');
  expect(measurement.freshVerdicts()).toEqual([]);
});

test('a stored state restores the verdicts, and one that cannot be read is reported', async () => {
  const { measurement, run, clock } = open();
  await run(20_000);
  const stored = measurement.changedStates();
  expect(stored.map(({ key }) => key)).toEqual([nodesKey]);
  expect(measurement.changedStates()).toEqual([]);
  const next = open();
  expect(next.measurement.load(stored)).toEqual([]);
  expect(verdictSnapshotOf(next.measurement.freshVerdicts()).pair(nodesKey, 'a', 'b', clock.now()).verdict).toBe(
    'independent',
  );
  expect(next.measurement.load([{ key: nodesKey, state: '{"version":9,"nodes":[]}' }])).toEqual([nodesKey]);
  expect(next.measurement.load([{ key: 'spot.price:BTC', state: 'x' }])).toEqual([]);
});
