import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PairVerdict } from '@assay/catalog/outcomes';
import { randomFrom } from '../testing/random.ts';
import { nodeEvidence } from './explain-nodes.ts';
import { isSettled } from './judge-nodes.ts';
import { createNodeState, pairOf, type NodeState } from './node-state.ts';
import { observeBurst } from './observe-burst.ts';
import {
  balanced,
  cached,
  follow,
  late,
  machine,
  quickly,
  stalling,
  sticky,
  type Asking,
  type SlotView,
} from './testing/node-world.ts';

/** Returns four machines like those of the sandbox, each with its own delays. */
function machines(seed: number): readonly [SlotView, SlotView, SlotView, SlotView] {
  const at = (place: number, distanceMs: number): SlotView =>
    machine(randomFrom(seed * 16 + place), { distanceMs, jitterMs: 560 });
  return [at(0, 0), at(1, 40), at(2, 80), at(3, 20)];
}

function verdict(state: NodeState, a: string, b: string): PairVerdict | undefined {
  const [first = -1, second = -1] = [a, b].map((name) => state.nodes.findIndex((node) => node.name === name));
  return first < 0 || second < 0 ? undefined : pairOf(state, first, second).verdict;
}

/** Follows nodes and returns all verdicts that one pair had. */
function verdictsOf(
  nodes: Readonly<Record<string, SlotView>>,
  [a, b]: readonly [string, string],
  asking: Asking,
  seed: number,
): readonly (PairVerdict | undefined)[] {
  const state = createNodeState();
  const seen: (PairVerdict | undefined)[] = [];
  follow(state, nodes, randomFrom(seed), asking, () => void seen.push(verdict(state, a, b)));
  return seen;
}

/** The simulated networks have fixed seeds: a proof may be wrong by chance, but the tests must not fail by chance. */
const seeds = fc.integer({ min: 1, max: 100_000 });
/** Networks that span a single rack or the whole world, polled quickly or seldom. */
const networks = fc.record({
  bursts: fc.constant(250),
  everyMs: fc.constantFrom(150, 1_000),
  roundTripMs: fc.integer({ min: 0, max: 200 }),
  networkJitterMs: fc.integer({ min: 0, max: 200 }),
});

test('proves nodes with delays of their own independent within fifteen seconds of the sandbox', () => {
  const proven = Array.from({ length: 25 }, (_, seed) => {
    const [a, b, c] = machines(seed + 1);
    const state = createNodeState();
    follow(state, { a, b, c }, randomFrom(seed + 1), { ...quickly, bursts: 100 });
    const verdicts = nodeEvidence(state).map((pair) => pair.verdict);
    expect(verdicts).not.toContain('shared_upstream');
    const all = !verdicts.includes('unknown');
    expect(isSettled(state)).toBe(all);
    return all;
  });
  // In a few worlds a proof may take longer by chance. The next test covers these.
  expect(proven.filter(Boolean).length).toBeGreaterThanOrEqual(23);
});

test('proves every two independent nodes in the end and does not revoke it', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const [a, b, c] = machines(seed);
      const state = createNodeState();
      const after = new Set<string>();
      follow(state, { a, b, c }, randomFrom(seed), { ...quickly, bursts: 1_000 }, (atMs) => {
        if (atMs > 1_090_000) {
          state.pairs.forEach((pair) => after.add(pair.verdict));
        }
      });
      expect([...after]).toEqual(['independent']);
    }),
    { seed: 1, numRuns: 5 },
  );
});

test('never calls one backend behind two URLs independent, on any network', () => {
  fc.assert(
    fc.property(seeds, networks, (seed, asking) => {
      const [a, b] = machines(seed);
      expect(verdictsOf({ a, b, again: b }, ['b', 'again'], asking, seed)).not.toContain('independent');
    }),
    { seed: 1, numRuns: 25 },
  );
});

test('never calls a late copy or a cache independent of its source, for any delay', () => {
  const copies = fc.oneof(
    fc.integer({ min: 0, max: 2_500 }).map((byMs) => (view: SlotView) => late(view, byMs)),
    fc.tuple(fc.integer({ min: 20, max: 2_500 }), fc.integer({ min: 0, max: 1_000 })).map(
      ([ttlMs, phaseMs]) =>
        (view: SlotView) =>
          cached(view, ttlMs, phaseMs),
    ),
    fc.integer({ min: 500, max: 6_000 }).map((forMs) => (view: SlotView) => stalling(view, 20_000, forMs)),
  );
  fc.assert(
    fc.property(seeds, networks, copies, (seed, asking, copied) => {
      const [a, b, c] = machines(seed);
      const nodes = { a, b, c, copy: copied(b) };
      expect(verdictsOf(nodes, ['b', 'copy'], asking, seed)).not.toContain('independent');
    }),
    { seed: 1, numRuns: 25 },
  );
});

test('leaves two nodes at a constant distance unknown', () => {
  const steady = (distanceMs: number): SlotView => machine(randomFrom(1), { distanceMs, jitterMs: 0 });
  for (const distanceMs of [0, 100, 400, 900]) {
    const nodes = { near: steady(0), far: steady(distanceMs) };
    const seen = verdictsOf(nodes, ['near', 'far'], { ...quickly, bursts: 600 }, distanceMs + 1);
    expect(new Set(seen)).toEqual(new Set(['unknown']));
  }
});

test('finds a re-sold node and a late copy next to two independent nodes', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const [a, b, c] = machines(seed);
      const state = createNodeState();
      const nodes = { a, b, c, again: b, after: late(b, 500) };
      follow(state, nodes, randomFrom(seed), { ...quickly, bursts: 900 });
      expect([verdict(state, 'b', 'again'), verdict(state, 'b', 'after')]).toEqual([
        'shared_upstream',
        'shared_upstream',
      ]);
      expect([verdict(state, 'a', 'b'), verdict(state, 'c', 'again')]).toEqual(['independent', 'independent']);
    }),
    { seed: 1, numRuns: 6 },
  );
});

test('does not link nodes that move little when others move much', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 0, max: 300 }), (seed, distanceMs) => {
      const quiet = (place: number): SlotView => machine(randomFrom(seed * 16 + place), { distanceMs, jitterMs: 60 });
      const [a, , c] = machines(seed);
      const nodes = { a, c, quiet: quiet(5), calm: quiet(6) };
      const seen = verdictsOf(nodes, ['quiet', 'calm'], { ...quickly, bursts: 800 }, seed);
      expect(seen).not.toContain('shared_upstream');
    }),
    { seed: 1, numRuns: 6 },
  );
});

test('does not prove a balancer independent of its backends', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const [a, b, c, d] = machines(seed);
      const nodes = { a, c, b, balancer: balanced([b, d], randomFrom(seed + 1)) };
      expect(verdictsOf(nodes, ['b', 'balancer'], { ...quickly, bursts: 600 }, seed)).not.toContain('independent');
    }),
    { seed: 1, numRuns: 6 },
  );
});

test('recognises a balancer that stays with each backend for a while, and asks for more proof each time', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const [a, b, c, d] = machines(seed);
      const nodes = { a, c, b, balancer: sticky([d, b], 40_000) };
      const seen = verdictsOf(nodes, ['b', 'balancer'], { ...quickly, bursts: 4_000 }, seed);
      const first = seen.slice(0, 1_000);
      expect(first).toContain('shared_upstream');
      expect(seen.slice(-2_000).filter((each) => each === 'independent').length).toBeLessThan(300);
    }),
    { seed: 1, numRuns: 3 },
  );
});

test('revokes independence half a minute after a node moves behind another one', () => {
  const [a, b, c] = machines(7);
  const state = createNodeState();
  const random = randomFrom(7);
  const untilMs = follow(state, { a, b, c }, random, { ...quickly, bursts: 400 });
  expect(verdict(state, 'a', 'b')).toBe('independent');
  follow(state, { a, b: a, c }, random, { ...quickly, bursts: 200, startMs: untilMs });
  expect(verdict(state, 'a', 'b')).toBe('shared_upstream');
  expect(nodeEvidence(state)[0]?.reason).toContain('one backend answers for both');
});

test('proves a node that stands still for seconds at a time', () => {
  const [a, b, c] = machines(3);
  const nodes = { a, b: stalling(b, 20_000, 4_000), c };
  const state = createNodeState();
  follow(state, nodes, randomFrom(3), { ...quickly, bursts: 400 });
  expect(nodeEvidence(state).map((pair) => pair.verdict)).toEqual(['independent', 'independent', 'independent']);
});

test('keeps a node independent that falls back by many slots and catches up', () => {
  const [a, b, c] = machines(4);
  const state = createNodeState();
  const random = randomFrom(4);
  let atMs = follow(state, { a, b, c }, random, { ...quickly, bursts: 150 });
  for (const behind of [10, 0, 200, 0, 3, 0]) {
    const nodes = { a, b: (at: number) => b(at) - behind, c };
    atMs = follow(state, nodes, random, { ...quickly, bursts: 60, startMs: atMs }, () => {
      expect(nodeEvidence(state).map((pair) => pair.verdict)).toEqual(['independent', 'independent', 'independent']);
    });
  }
});

test('takes common failures and late answers as no evidence by themselves', () => {
  const state = createNodeState();
  for (let burst = 0; burst < 500; burst += 1) {
    const failing = burst % 4 === 0;
    const times = { askedMs: 1_000 + burst * 150, answeredMs: 1_010 + burst * 150 };
    const answer = (node: string) => ({
      node,
      ...times,
      ...(failing ? { failed: true as const } : { slot: 1_000 + burst }),
    });
    const others = ['c', 'd', 'e'].map((node) => ({ node, slot: 1_000 + burst, ...times }));
    observeBurst(state, { atMs: 1_000 + burst * 150, rounds: [[answer('a'), answer('b'), ...others]] });
    observeBurst(state, { atMs: 1_050 + burst * 150, rounds: [[], []] });
  }
  expect(verdict(state, 'a', 'b')).toBe('unknown');
  expect(nodeEvidence(state).find(({ providers }) => providers.join() === 'a,b')?.kinds).toEqual([]);
});

test('continues a state that was written and read as if nothing had happened', () => {
  const [a, b, c] = machines(5);
  const whole = createNodeState();
  const untilMs = follow(whole, { a, b, c }, randomFrom(5), { ...quickly, bursts: 50 });
  const again = createNodeState();
  follow(again, { a, b, c }, randomFrom(5), { ...quickly, bursts: 50 });
  expect(again).toEqual(whole);
  const restored = JSON.parse(JSON.stringify(whole)) as NodeState;
  const more = { ...quickly, bursts: 50, startMs: untilMs };
  follow(whole, { a, b, c }, randomFrom(6), more);
  follow(restored, { a, b, c }, randomFrom(6), more);
  expect(restored).toEqual(whole);
});

test('does not grow with time, and leaves nodes beyond the sixteenth unknown', () => {
  const state = createNodeState();
  const nodes = Object.fromEntries(
    Array.from({ length: 20 }, (_, place): [string, SlotView] => [
      `n${place}`,
      machine(randomFrom(place + 1), { distanceMs: 0, jitterMs: 560 }),
    ]),
  );
  const untilMs = follow(state, nodes, randomFrom(1), { ...quickly, bursts: 100 });
  const early = JSON.stringify(state).length;
  follow(state, nodes, randomFrom(2), { ...quickly, bursts: 300, startMs: untilMs });
  expect(JSON.stringify(state).length).toBeLessThan(early * 1.5);
  expect(state.nodes).toHaveLength(16);
  expect(verdict(state, 'n1', 'n19')).toBeUndefined();
});

test('explains every verdict with a sentence', () => {
  const [a, b, c, d] = machines(11);
  const state = createNodeState();
  const nodes = { a, b, c, again: b, after: late(a, 900), mixed: balanced([c, d], randomFrom(2)) };
  follow(state, nodes, randomFrom(11), { ...quickly, bursts: 900 });
  const reasonOf = (a: string, b: string): string =>
    nodeEvidence(state).find(({ providers }) => providers.join() === `${a},${b}`)?.reason ?? '';
  expect(reasonOf('a', 'b')).toMatch(/^a was ahead of b \d+ separate times and behind it \d+ times/);
  expect(reasonOf('again', 'b')).toContain('caught up together');
  expect(reasonOf('after', 'c')).toBe(
    `after was never ahead of c in ${looksOf(state, 'after', 'c')} comparisons: it may be a late copy`,
  );
  expect(reasonOf('a', 'mixed')).toContain('older slots follow newer ones at mixed');
  expect(reasonOf('b', 'c')).toContain('behind it');
  const two = createNodeState();
  follow(two, { one: a, two: a }, randomFrom(1), { ...quickly, bursts: 100 });
  expect(nodeEvidence(two)[0]?.reason).toContain('neither was ahead of the other');
});

function looksOf(state: NodeState, a: string, b: string): number {
  return nodeEvidence(state).find(({ providers }) => providers.join() === `${a},${b}`)?.observations ?? -1;
}
