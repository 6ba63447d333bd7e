import { expect, test } from '@jest/globals';
import { printWorld, type PrintSource } from '../testing/print-world.ts';
import { ownPrints, printEvidence, type PrintEvidence } from './explain-prints.ts';
import { judgePrints } from './judge-prints.ts';
import { observePrint } from './observe-print.ts';
import { createPrintState, type PrintState } from './print-state.ts';
import type { ProviderPrint } from '../print.ts';
import { loadPrints, storedPrints } from './store-prints.ts';
import { priceMargin } from './test-share.ts';

const minute = 60_000;
const venue = (name: string, perSecond: number): PrintSource => ({ kind: 'venue', name, perSecond });
type Relay = Omit<Extract<PrintSource, { kind: 'relay' }>, 'kind'>;
const relay = (changed: Partial<Relay>): PrintSource => ({
  kind: 'relay',
  name: 'relay',
  of: ['a'],
  share: 1,
  delayMs: 2_000,
  ...changed,
});

/** Observes trades and judges every two seconds. */
function follow(
  state: PrintState,
  prints: readonly ProviderPrint[],
  onJudged: (atMs: number) => void = () => undefined,
) {
  let judgedMs = prints[0]?.t ?? 0;
  for (const print of prints) {
    observePrint(state, print);
    if (print.t - judgedMs >= 2_000) {
      judgedMs = print.t;
      judgePrints(state);
      onJudged(print.t);
    }
  }
  return state;
}

const created = (): PrintState => createPrintState('spot.price:BTC', false);
const evidenceOf = (state: PrintState, a: string, b: string): PrintEvidence =>
  printEvidence(state, a, b) ?? { ...emptyEvidence };
const emptyEvidence: PrintEvidence = {
  verdict: 'unknown',
  sinceMs: 0,
  judgedMs: 0,
  newestMs: 0,
  nats: 0,
  margin: 0,
  events: 0,
  maxShare: null,
  share: 0,
  detail: '',
};

test('two venues are proven once each has shown about 60 informative trades, with a bound that shrinks', () => {
  const prints = printWorld(1, [venue('a', 0.5), venue('b', 0.5)], 20 * minute);
  const state = created();
  let provenMs = 0;
  follow(state, prints, (atMs) => {
    provenMs ||= evidenceOf(state, 'a', 'b').verdict === 'independent' ? atMs - (prints[0]?.t ?? 0) : 0;
  });
  // A proof needs 66 s for the longest delay. The provider makes half a trade a second, and seven in ten trades are
  // informative.
  expect(provenMs).toBeGreaterThan(66_000);
  expect(provenMs).toBeLessThan(5 * minute);
  expect(evidenceOf(state, 'a', 'b').maxShare).toBeLessThan(0.06);
  expect(ownPrints(state)).toEqual(['a', 'b']);
});

test('by streams two liquid venues are proven once each has shown about 60 informative trades', () => {
  const prints = printWorld(2, [venue('a', 4), venue('b', 4)], 40_000);
  const state = follow(createPrintState('spot.price:BTC', true), prints);
  expect(evidenceOf(state, 'a', 'b').verdict).toBe('independent');
});

test('by streams two venues that often trade the same round sizes are proven within a minute of a cold start', () => {
  const round = (name: string): PrintSource => ({ kind: 'venue', name, perSecond: 4, roundShare: 0.6 });
  const verdicts = [1, 2, 3, 4, 5].map((seed) => {
    const prints = printWorld(seed, [round('a'), round('b')], minute);
    return evidenceOf(follow(createPrintState('spot.price:BTC', true), prints), 'a', 'b').verdict;
  });
  expect(verdicts).toEqual(Array.from({ length: 5 }, () => 'independent'));
});

test('a trade whose size the other venue shows several times counts once against a proof', () => {
  const prints = printWorld(13, [venue('a', 1), venue('b', 1)], 3 * minute);
  const startMs = prints[0]?.t ?? 0;
  const shared = prints
    .filter(({ provider, t, size }) => provider === 'a' && t > startMs + minute && size.length > 6)
    .slice(0, 10);
  const marginAfter = (times: number): number => {
    const repeats = shared.flatMap(({ t, key, size }) =>
      Array.from({ length: times }, (_, each) => ({
        t: t + 400 * (each + 1),
        provider: 'b',
        key,
        price: String(70_000 + each),
        size,
        at: null,
        id: null,
        completeSinceMs: startMs,
      })),
    );
    const state = created();
    follow(
      state,
      [...prints, ...repeats].toSorted((first, second) => first.t - second.t),
    );
    return priceMargin(state, 0, 1, 'other_price');
  };
  const lostBy = (times: number): number => marginAfter(0) - marginAfter(times);
  expect(lostBy(1)).toBeGreaterThan(5);
  // The repeated trades also make the other venue busier, which changes the chances of later trades a little.
  expect(lostBy(4)).toBeLessThan(1.2 * lostBy(1));
});

test.each([
  ['verbatim', {}],
  ['late by 45 s', { delayMs: 45_000 }],
  ['ahead of time stamps, by jitter of 3 s', { jitterMs: 3_000 }],
  ['at a mark-up', { changes: 'markup' }],
  ['that halves the sizes of each trade', { changes: 'split' }],
  ['that sums the trades of a second', { changes: 'sum_of_second' }],
  ['that alters each size', { changes: 'sizes' }],
  ['of half of the trades', { share: 0.5 }],
  ['of two venues at once', { of: ['a', 'b'] }],
  ['with as many trades of its own', { share: 0.5, ownPerSecond: 0.5 }],
] as const)('a relay %s is found and never proven independent', (_, options) => {
  const prints = printWorld(3, [venue('a', 1), venue('b', 1), venue('c', 1), relay(options)], 8 * minute);
  const state = created();
  const verdicts = new Set<string>();
  follow(state, prints, () => verdicts.add(evidenceOf(state, 'a', 'relay').verdict));
  expect([...verdicts].toSorted()).toEqual(['shared_upstream', 'unknown']);
  expect(evidenceOf(state, 'a', 'relay').verdict).toBe('shared_upstream');
  expect(evidenceOf(state, 'a', 'b').verdict).toBe('independent');
  expect(ownPrints(state)).not.toContain('relay');
  expect(ownPrints(state)).toContain('b');
});

test('a link states the share of a relay, and who follows whom', () => {
  const prints = printWorld(4, [venue('a', 2), relay({ share: 0.5, ownPerSecond: 1 })], 8 * minute);
  const { share, detail } = evidenceOf(follow(created(), prints), 'a', 'relay');
  expect(Math.abs(share - 0.5)).toBeLessThan(0.12);
  expect(detail).toMatch(/^relay shows .* of the trades of a, about 2 s apart$/u);
});

test('two relays of one venue that nobody streams are linked with each other', () => {
  const sources = [
    venue('hidden', 1),
    relay({ name: 'x', of: ['hidden'] }),
    relay({ name: 'y', of: ['hidden'], delayMs: 9_000 }),
  ];
  const prints = printWorld(5, sources, 5 * minute).filter(({ provider }) => provider !== 'hidden');
  expect(evidenceOf(follow(created(), prints), 'x', 'y').verdict).toBe('shared_upstream');
});

test('a venue that begins to relay another loses its proof within 40 relayed trades', () => {
  const beginsMs = 10 * minute;
  const sources = [venue('a', 1), relay({ ownPerSecond: 1, between: [beginsMs, 20 * minute], share: 1 })];
  const prints = printWorld(6, sources, 13 * minute);
  const state = created();
  let provenBefore = false;
  let linkedMs = 0;
  follow(state, prints, (atMs) => {
    const sinceBeginMs = atMs - (prints[0]?.t ?? 0) - beginsMs;
    const { verdict } = evidenceOf(state, 'a', 'relay');
    provenBefore ||= verdict === 'independent' && sinceBeginMs < 0;
    linkedMs ||= verdict === 'shared_upstream' ? sinceBeginMs : 0;
  });
  expect(provenBefore).toBe(true);
  expect(linkedMs).toBeGreaterThan(0);
  expect(linkedMs).toBeLessThan(60_000);
});

test('a record with gaps proves nothing', () => {
  const prints = printWorld(7, [venue('a', 1), venue('b', 1)], 10 * minute);
  // Each trade of b arrives alone, as in an answer by REST, so nothing shows that b lacks the trades of a.
  const alone = prints.map((print) => (print.provider === 'b' ? { ...print, completeSinceMs: print.t } : print));
  expect(evidenceOf(follow(created(), alone), 'a', 'b').verdict).toBe('unknown');
});

test('a source whose sizes say nothing stays unknown', () => {
  const round = { kind: 'venue', name: 'b', perSecond: 1, roundShare: 1 } as const;
  const state = follow(created(), printWorld(8, [venue('a', 1), round], 10 * minute));
  expect(evidenceOf(state, 'a', 'b').verdict).toBe('unknown');
});

test('a trade that a second connection delivers again counts once', () => {
  const prints = printWorld(9, [venue('a', 1), venue('b', 1)], minute);
  const state = created();
  const taken = prints.flatMap((print) => [observePrint(state, print), observePrint(state, print)]);
  expect(taken.filter(Boolean)).toHaveLength(prints.length);
});

test.each([['0'], ['-1'], ['none'], ['1e999'], ['9'.repeat(900_000)], ['']])('a size of %.10s is no trade', (size) => {
  const [print] = printWorld(9, [venue('a', 1)], minute);
  expect(print).toBeDefined();
  expect(print !== undefined && observePrint(created(), { ...print, size })).toBe(false);
});

test('a verdict outlives a restart, and a lost record of two minutes proves nothing by itself', () => {
  const prints = printWorld(10, [venue('a', 1), venue('b', 1), relay({})], 8 * minute);
  const half = prints.findIndex(({ t }) => t - (prints[0]?.t ?? 0) > 6 * minute);
  const before = follow(created(), prints.slice(0, half));
  const after = loadPrints(structuredClone(storedPrints(before)), false);
  expect(evidenceOf(after, 'a', 'b').verdict).toBe('independent');
  expect(evidenceOf(after, 'a', 'relay').verdict).toBe('shared_upstream');
  follow(after, prints.slice(half));
  expect(evidenceOf(after, 'a', 'relay').verdict).toBe('shared_upstream');
  const fresh = created();
  follow(fresh, prints.slice(half, half + 60));
  expect(evidenceOf(fresh, 'a', 'b').verdict).toBe('unknown');
  expect(() => loadPrints({ version: 0 }, false)).toThrow('version 2');
});

test('the same trades give the same state, and a fast market is thinned instead of forgotten', () => {
  const sources = [venue('a', 60), venue('b', 60), relay({ delayMs: 500 })];
  const prints = printWorld(11, sources, 90_000);
  const [first, second] = [follow(created(), prints), follow(created(), prints)];
  expect(first).toEqual(second);
  expect(first.thinnedBits).toBeGreaterThan(0);
  expect(evidenceOf(first, 'a', 'relay').verdict).toBe('shared_upstream');
  expect(evidenceOf(first, 'a', 'b').verdict).not.toBe('shared_upstream');
});

test('by streams three fast venues are proven within 40 s, although only a part of all sizes is stored', () => {
  const prints = printWorld(14, [venue('a', 15), venue('b', 15), venue('c', 15)], 40_000);
  const state = follow(createPrintState('spot.price:BTC', true), prints);
  expect(state.sumBits).toBeGreaterThan(0);
  const pairs = ['ab', 'ac', 'bc'] as const;
  expect(pairs.map(([a = '', b = '']) => evidenceOf(state, a, b).verdict)).toEqual(pairs.map(() => 'independent'));
});

test.each([
  ['verbatim, late by 30 s', { delayMs: 30_000 }],
  ['that splits each trade', { changes: 'split' }],
  ['that sums the trades of a second', { changes: 'sum_of_second' }],
  ['of a third of the trades', { share: 0.33 }],
] as const)('in a fast market a relay %s is never proven independent', (_, given) => {
  const prints = printWorld(15, [venue('a', 20), relay(given)], 2 * minute);
  const state = created();
  const verdicts = new Set<string>();
  follow(state, prints, () => verdicts.add(evidenceOf(state, 'a', 'relay').verdict));
  expect(state.thinnedBits).toBeGreaterThan(0);
  expect([...verdicts]).not.toContain('independent');
});

test('a market that stays fast is thinned once, and its venues stay proven', () => {
  const prints = printWorld(12, [venue('a', 20), venue('b', 20)], 9 * minute);
  const state = createPrintState('spot.price:BTC', true);
  const bits = new Set<number>();
  const verdicts = new Set<string>();
  follow(state, prints, (atMs) => {
    if (atMs - (prints[0]?.t ?? 0) > 5 * minute) {
      bits.add(state.thinnedBits);
      verdicts.add(evidenceOf(state, 'a', 'b').verdict);
    }
  });
  expect([...bits]).toHaveLength(1);
  expect([...bits][0]).toBeGreaterThan(0);
  expect([...bits][0]).toBeLessThanOrEqual(4);
  expect([...verdicts]).toEqual(['independent']);
  expect(evidenceOf(state, 'a', 'b').events).toBeGreaterThan(300);
});
