import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import type { ProviderObservation } from '../observation.ts';
import { parseLine, replayTrace } from '../traces/replay-trace.ts';
import { randomFrom } from '../testing/random.ts';
import { createChainState, readChainState, writeChainState, type ChainState } from './chain-state.ts';
import { chainClusters, chainVerdicts } from './chain-verdicts.ts';
import { createNodeState } from './node-state.ts';
import { observeBurst, type Burst } from './observe-burst.ts';
import { observeChain } from './observe-chain.ts';
import { createPollBursts } from './poll-bursts.ts';
import { follow, machine, quickly, type SlotView } from './testing/node-world.ts';

const key = 'chain.slot:solana';

/** Returns simulated machines that each receive slots with their own delays, and a second URL of the first machine. */
function world(seed: number, count: number): Record<string, SlotView> {
  const views = Array.from({ length: count }, (_, place): [string, SlotView] => [
    `n${place}`,
    machine(randomFrom(seed * 32 + place), { distanceMs: 20 * place, jitterMs: 560 }),
  ]);
  return { ...Object.fromEntries(views), again: views[0]?.[1] ?? (() => 0) };
}

function burstsOf(seed: number, count: number, asking: Parameters<typeof follow>[3]): Burst[] {
  const bursts: Burst[] = [];
  follow(createNodeState(), world(seed, count), randomFrom(seed), asking, (_, burst) => void bursts.push(burst));
  return bursts;
}

/** Returns the bursts as lines of a recorded trace. */
function linesOf(bursts: readonly Burst[]): string[] {
  return bursts
    .flatMap(({ rounds }) => rounds.flat())
    .flatMap((answer): ProviderObservation[] => {
      if ('failed' in answer) {
        return [{ t: answer.askedMs, provider: answer.node, key, value: null, asOf: null, latencyMs: 0, ok: false }];
      }
      const { node: provider, slot, askedMs, answeredMs: t } = answer;
      return [{ t, provider, key, value: String(slot), asOf: null, latencyMs: t - askedMs, ok: true }];
    })
    .toSorted((a, b) => a.t - b.t)
    .map((observation) => JSON.stringify(observation));
}

function learned(bursts: readonly Burst[]): ChainState {
  const state = createChainState(key);
  bursts.forEach((burst) => observeChain(state, burst));
  return state;
}

function verdictsOf(state: ChainState): Record<string, string> {
  return Object.fromEntries(
    chainVerdicts(state, 'chain').pairs.map(({ providers, verdict }) => [providers.join('|'), verdict]),
  );
}

test('sampled bursts and the trace recorded of them lead to the same verdicts', async () => {
  const bursts = burstsOf(3, 4, { ...quickly, bursts: 450 });
  const online = learned(bursts);
  const replayed = await replayTrace(linesOf(bursts));
  const { clusters, pairs } = chainClusters(online);
  expect({ clusters: replayed.clusters, pairs: replayed.pairs }).toEqual({ clusters, pairs });
  expect(pairs).toEqual([['again', 'n0']]);
  const proven = Object.entries(verdictsOf(online)).filter(([, verdict]) => verdict === 'independent');
  expect(replayed.independent.map(({ a, b }) => `${a}|${b}`)).toEqual(proven.map(([pair]) => pair));
  expect(proven).toHaveLength(9);
});

test('the polls of the recorded trace, taken as the sampler takes bursts, give the verdicts of its replay', async () => {
  const file = new URL('../fixtures/06-chain-nodes.jsonl.gz', import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString().split('\n').slice(0, 6_000);
  const polls = createPollBursts();
  const bursts = lines.flatMap((line, place) => polls.take(parseLine(line, place + 1)) ?? []);
  const state = learned([...bursts, ...polls.rest()]);
  const replayed = await replayTrace(lines);
  const shared = Object.entries(verdictsOf(state)).filter(([, verdict]) => verdict === 'shared_upstream');
  expect(shared.map(([pair]) => pair)).toEqual(expect.arrayContaining(['p02|p10', 'p02|p11', 'p10|p11']));
  expect(replayed.pairs.map((pair) => pair.join('|'))).toEqual(shared.map(([pair]) => pair));
  const proven = Object.entries(verdictsOf(state)).filter(([, verdict]) => verdict === 'independent');
  expect(replayed.independent.map(({ a, b }) => `${a}|${b}`)).toEqual(proven.map(([pair]) => pair));
  expect(proven.length).toBeGreaterThanOrEqual(3);
});

test('an answer that came after the next poll began is left out', () => {
  const polls = createPollBursts();
  const take = (provider: string, askedMs: number, t: number): Burst | undefined =>
    polls.take({ t, provider, key, value: '7', asOf: null, latencyMs: t - askedMs, ok: true });
  expect([take('a', 0, 10), take('b', 5, 1_600), take('a', 1_500, 1_510), take('b', 1_500, 1_620)]).toEqual(
    Array.from({ length: 4 }),
  );
  expect(take('a', 3_000, 3_010)?.rounds).toEqual([[{ node: 'a', slot: 7, askedMs: 0, answeredMs: 10 }]]);
  expect(polls.rest().map(({ rounds }) => rounds[0]?.length)).toEqual([2, 1]);
});

test('a lead within a round needs an answer that was clearly before the request', () => {
  const leadsAfter = (gapMs: number): readonly number[] => {
    const state = createNodeState();
    for (let atMs = 1_000; atMs < 20_000; atMs += 1_000) {
      const slot = 100 + atMs;
      const late = { node: 'b', slot: slot - 1, askedMs: atMs + 10 + gapMs, answeredMs: atMs + 50 };
      observeBurst(state, { atMs, rounds: [[{ node: 'a', slot, askedMs: atMs, answeredMs: atMs + 10 }, late]] });
    }
    return state.pairs[0]?.leads ?? [];
  };
  expect(leadsAfter(1)).toEqual([0, 0]);
  expect(leadsAfter(2)).toEqual([1, 0]);
});

test('heights link no two independent machines at the paces of sampling', () => {
  for (const [seed, everyMs] of [
    [1, 150],
    [2, 1_000],
    [3, 15_000],
  ] as const) {
    const bursts = burstsOf(seed, 6, { everyMs, roundTripMs: 30, networkJitterMs: 40, bursts: 300 });
    const linked = Object.entries(verdictsOf(learned(bursts))).filter(([, verdict]) => verdict === 'shared_upstream');
    expect(linked.map(([pair]) => pair).filter((pair) => pair !== 'again|n0')).toEqual([]);
  }
});

test('a state continues after it was written and read, and takes a state of the version before', () => {
  const bursts = burstsOf(5, 4, { ...quickly, bursts: 120 });
  const whole = learned(bursts);
  const restored = readChainState(writeChainState(learned(bursts.slice(0, 60))), key);
  bursts.slice(60).forEach((burst) => observeChain(restored, burst));
  expect(writeChainState(restored)).toBe(writeChainState(whole));
  const older = readChainState(JSON.stringify(whole.nodes), key);
  expect(older.nodes).toEqual(whole.nodes);
  expect(() => readChainState('{"version":9,"nodes":[]}', key)).toThrow('version 9');
  expect(() => readChainState('[]', key)).toThrow('no state of nodes');
});
