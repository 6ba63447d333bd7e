import { expect, test } from '@jest/globals';
import { createNodeMeasurement } from '../../services/engine/src/monitoring/node-measurement.ts';
import { nodePaces } from '../../services/engine/src/monitoring/node-sampler.ts';
import { verdictSnapshotOf, type KeyVerdicts } from '@assay/independence/verdicts/verdict-snapshot';
import { answered } from '@assay/providers/testing/recorded-answer';
import { settled } from '../../services/engine/src/testing/test-sources.ts';
import type { FetchProvider } from '@assay/providers/fetch';
import { startMs, testChain } from '../../services/sandbox/src/testing/test-chain.ts';

const account = { lamports: 5, data: ['AQID', 'base64'], owner: '11111111111111111111111111111111', executable: false };

const budget = { hasHeadroom: () => true, take: () => true };

/** Runs the engine's measurement on the sandbox's chain. On this chain, node-d resells the answers of node-b. */
function open(nodes: readonly string[]) {
  const world = testChain(new Map(), 'node-b');
  const fetch: FetchProvider = async (_origin, { path, body }) => {
    const { status, body: text } = world.send(path.slice(1), body ?? '') ?? { status: 0, body: '' };
    return { kind: 'answered', ...answered(status, text) };
  };
  const measurement = createNodeMeasurement({
    nodes: nodes.map((id) => ({ id, url: `http://sandbox.test/${id}`, budget })),
    fetch,
    clock: { now: world.now, monotonic: () => world.now() - startMs, after: () => () => undefined },
    pace: nodePaces.sandbox,
  });
  let latestVerdicts: readonly KeyVerdicts[] = [];
  const verdict = (a: string, b: string): string => {
    const fresh = measurement.freshVerdicts();
    latestVerdicts = fresh.length > 0 ? fresh : latestVerdicts;
    return verdictSnapshotOf(latestVerdicts).pair('chain:slots', a, b, world.now()).verdict;
  };
  const run = async (forMs: number, each: () => void = () => undefined): Promise<void> => {
    for (let passed = 0; passed < forMs; passed += 47) {
      measurement.tick();
      await settled();
      world.pass(47);
      each();
    }
  };
  return { world, run, verdict };
}

const ownPairs = [
  ['node-a', 'node-b'],
  ['node-a', 'node-c'],
  ['node-b', 'node-c'],
] as const;

test("the sandbox's three nodes are proven independent within fifteen seconds of a cold start", async () => {
  const { run, verdict } = open(['node-a', 'node-b', 'node-c']);
  await run(15_000);
  expect(ownPairs.map(([a, b]) => verdict(a, b))).toEqual(['independent', 'independent', 'independent']);
});

test('a reselling node is found to share the upstream of the node behind it, and is never called independent of it', async () => {
  const { run, verdict } = open(['node-a', 'node-b', 'node-c', 'node-d']);
  const verdictsSeen = new Set<string>();
  await run(120_000, () => verdictsSeen.add(verdict('node-b', 'node-d')));
  expect([...verdictsSeen].toSorted()).toEqual(['shared_upstream', 'unknown']);
  expect(verdict('node-d', 'node-b')).toBe('shared_upstream');
  expect(ownPairs.map(([a, b]) => verdict(a, b))).toEqual(['independent', 'independent', 'independent']);
});

test("changes of accounts and of a node's lag leave the proven verdicts as they are", async () => {
  const { run, verdict, world } = open(['node-a', 'node-b', 'node-c']);
  await run(30_000);
  for (const lagSlots of [10, 0, 3, 0]) {
    world.control('PUT', '/providers/node-b', { state: 'up', lagSlots });
    for (let changes = 0; changes < 20; changes += 1) {
      world.control('PUT', '/accounts/11111111111111111111111111111112', account);
      await run(500);
      expect(ownPairs.map(([a, b]) => verdict(a, b))).toEqual(['independent', 'independent', 'independent']);
    }
  }
});
