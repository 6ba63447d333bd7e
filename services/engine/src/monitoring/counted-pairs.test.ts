import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PairVerdict } from '@assay/catalog/outcomes';
import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import type { PairEvidence } from '@assay/independence/verdicts/explain';
import { verdictSnapshotOf, type KeyVerdicts } from '@assay/independence/verdicts/verdict-snapshot';
import type { ProviderStatement } from '@assay/providers/define';
import { verdictThresholds } from '@assay/independence/constants/verdicts';
import { pairOf, startMs, testClock } from '../testing/test-sources.ts';
import { countedPair, createCountedPairs, withoutBound, withStatements, type CountingRules } from './counted-pairs.ts';

const page = { url: 'https://example.com/method', readOn: '2026-11-27' };
const venue: ProviderStatement = { kind: 'venue' };
const aggregator: ProviderStatement = { kind: 'aggregator', statedAt: page };
const oracle: ProviderStatement = { kind: 'oracle', statedAt: page, fewestPublishers: 4 };
const listing = (...providers: string[]): ProviderStatement => ({ ...aggregator, parts: { ...page, providers } });

function counted(
  a: ProviderStatement,
  b: ProviderStatement,
  verdict: PairVerdict = 'independent',
  maxShare: number | null = null,
): MeasuredPair {
  const statements = new Map([
    ['a', a],
    ['b', b],
  ]);
  return withStatements({ ...pairOf('a', 'b', verdict), maxShare }, statements, maxShare);
}

test('two venues count as measured', () => {
  for (const verdict of ['independent', 'shared_upstream', 'unknown'] as const) {
    expect(counted(venue, venue, verdict)).toEqual(pairOf('a', 'b', verdict));
  }
});

test('an aggregator is dependent on every venue, whatever was measured without a bound', () => {
  expect(counted(venue, aggregator)).toMatchObject({
    verdict: 'unknown',
    maxShare: null,
    reason: 'b states that its data come from other venues',
  });
  expect(counted(aggregator, venue, 'unknown').reason).toBe('a states that its data come from other venues');
});

test('an aggregator counts as measured where the measurement bounds its share of a venue below 0.15', () => {
  expect(counted(venue, aggregator, 'independent', 0.149)).toMatchObject({ verdict: 'independent', maxShare: 0.149 });
  expect(counted(venue, aggregator, 'independent', 0.15)).toMatchObject({ verdict: 'unknown', maxShare: null });
});

test('an aggregator counts as measured with a venue that its published list leaves out, and not with a listed one', () => {
  expect(counted(venue, listing('c')).verdict).toBe('independent');
  expect(counted(venue, listing('c'), 'unknown').verdict).toBe('unknown');
  expect(counted(venue, listing('a', 'c'))).toMatchObject({ verdict: 'unknown' });
});

test('two aggregators depend on each other, whatever was measured and whatever they list', () => {
  expect(counted(listing('c'), listing('d'), 'independent', 0.01)).toMatchObject({
    verdict: 'unknown',
    reason: 'a and b state that their data come from other venues',
  });
});

test('an oracle confirms nothing as a peer', () => {
  for (const other of [venue, aggregator, oracle]) {
    expect(counted(other, oracle, 'independent', 0.01)).toMatchObject({
      verdict: 'unknown',
      reason: expect.stringContaining('states that it combines publishers'),
    });
  }
});

test('a measured link stays a link, with its own reason', () => {
  for (const other of [venue, aggregator, oracle]) {
    expect(counted(aggregator, other, 'shared_upstream')).toEqual(pairOf('a', 'b', 'shared_upstream'));
  }
});

const statements = fc.oneof(
  fc.constant(venue),
  fc.constant(aggregator),
  fc.constant(oracle),
  fc.subarray(['a', 'b', 'c']).map((providers) => listing(...providers)),
  fc.constant(undefined),
);
const measuredPairs = fc.record<MeasuredPair>({
  a: fc.constantFrom('a', 'b', 'c'),
  b: fc.constantFrom('a', 'b', 'c', 'reference'),
  verdict: fc.constantFrom('independent', 'shared_upstream', 'unknown'),
  nats: fc.double({ noNaN: true }),
  observations: fc.nat(),
  sinceMs: fc.nat(),
  measuredOn: fc.constantFrom('', 'spot.price:BTC'),
  maxShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
});

test('no statement ever raises a verdict or reduces a bound', () => {
  const seen = { lowered: 0, kept: 0 };
  fc.assert(
    fc.property(measuredPairs, statements, statements, statements, fc.boolean(), (pair, a, b, c, isBounded) => {
      const stated = new Map(
        Object.entries({ a, b, c }).flatMap(([id, statement]) => (statement === undefined ? [] : [[id, statement]])),
      );
      const lowered = withStatements(pair, stated, pair.maxShare);
      const result = isBounded ? lowered : withoutBound(lowered);
      if (result.verdict === 'independent') {
        seen.kept += 1;
        expect(pair.verdict).toBe('independent');
        expect(result.maxShare).toBe(pair.maxShare);
      }
      seen.lowered += pair.verdict === 'independent' && result.verdict === 'unknown' ? 1 : 0;
      // The verdict `shared_upstream` lets two sources contradict each other without a conflict. So a provider's
      // statement about itself must never produce this verdict.
      expect(result.verdict === 'shared_upstream').toBe(pair.verdict === 'shared_upstream');
      const { verdict: _verdict, maxShare: _share, reason: _reason, ...rest } = result;
      expect(pair).toMatchObject(rest);
    }),
    { numRuns: 2_000 },
  );
  Object.values(seen).forEach((count) => expect(count).toBeGreaterThan(100));
});

const key: KeyVerdicts = {
  type: 'token.price',
  key: 'token.price:SOL',
  observations: 1,
  judgedMs: startMs,
  composites: [],
  ownPrints: ['kraken', 'mixer'],
  pairs: [],
};
const rules: CountingRules = {
  references: new Map([['token.price', { id: 'account', upstreamProvider: 'pyth' }]]),
  statements: new Map<string, ProviderStatement>([
    ['kraken', venue],
    ['gemini', venue],
    ['mixer', aggregator],
    ['pyth', oracle],
  ]),
  needsBound: () => true,
};

test('the reference is independent of a venue with trades of its own, up to one of the fewest publishers', () => {
  const count = (provider: string) =>
    countedPair(verdictSnapshotOf([key]), rules, key.key, { a: 'account', b: provider }, startMs);
  expect(count('kraken')).toMatchObject({
    a: 'kraken',
    b: 'account',
    verdict: 'independent',
    maxShare: 0.25,
    reason: 'kraken has trades of its own, and pyth combines at least 4 publishers',
  });
  expect(count('gemini')).toMatchObject({ verdict: 'unknown', maxShare: null });
  expect(count('mixer')).toMatchObject({ verdict: 'unknown', maxShare: null });
  expect(count('pyth').verdict).toBe('shared_upstream');
});

test('a proof without a bound counts only where no bound is needed', () => {
  const proof = (a: string, b: string): PairEvidence => ({
    providers: [a, b],
    verdict: 'independent',
    sinceMs: 1,
    judgedMs: startMs,
    newestMs: startMs,
    nats: 0,
    observations: 90,
    kinds: [],
    maxShare: null,
    reason: '',
  });
  const snapshot = verdictSnapshotOf([{ ...key, pairs: [proof('gemini', 'kraken'), proof('kraken', 'mixer')] }]);
  const verdicts = (more: Partial<CountingRules>) =>
    ['gemini', 'mixer'].map(
      (other) => countedPair(snapshot, { ...rules, ...more }, key.key, { a: 'kraken', b: other }, startMs).verdict,
    );
  expect(verdicts({})).toEqual(['unknown', 'unknown']);
  // If values are only equal or different, two venues need no bound. Averages of several venues still need one on the
  // share that they have in common.
  expect(verdicts({ needsBound: () => false })).toEqual(['independent', 'unknown']);
  const named = countedPair(snapshot, rules, key.key, { a: 'gemini', b: 'kraken' }, 0);
  expect(named.reason).toBe(
    'the measurement does not limit yet how much of their data gemini and kraken have in common',
  );
});

test('a verdict is computed once, until the snapshot changes or a second has passed', async () => {
  const clock = testClock();
  let snapshot = verdictSnapshotOf([key]);
  const pairs = createCountedPairs(rules, () => snapshot, clock);
  const first = pairs(key.key, 'account', 'kraken');
  expect(first.verdict).toBe('independent');
  expect(pairs(key.key, 'account', 'kraken')).toBe(first);
  expect(pairs(key.key, 'account', 'gemini').verdict).toBe('unknown');
  expect(pairs('token.price:BTC', 'account', 'kraken').verdict).toBe('unknown');
  snapshot = verdictSnapshotOf([]);
  expect(pairs(key.key, 'account', 'kraken').verdict).toBe('unknown');
  snapshot = verdictSnapshotOf([key]);
  expect(pairs(key.key, 'account', 'kraken').verdict).toBe('independent');
  await clock.advance(verdictThresholds.maxAgeMs + 1_000);
  expect(pairs(key.key, 'account', 'kraken').verdict).toBe('unknown');
});
