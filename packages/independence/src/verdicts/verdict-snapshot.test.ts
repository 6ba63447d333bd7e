import { describe, expect, test } from '@jest/globals';
import type { PairEvidence } from './explain.ts';
import type { MeasuredPair } from './measured-pair.ts';
import { pairWithReference, strongestPair, verdictSnapshotOf, type KeyVerdicts } from './verdict-snapshot.ts';

function pair(a: string, b: string, verdict: PairEvidence['verdict'], nats = 0, observations = 100): PairEvidence {
  return {
    providers: [a, b],
    verdict,
    sinceMs: 5,
    judgedMs: 9,
    newestMs: 9,
    nats,
    observations,
    kinds: [],
    maxShare: null,
    reason: '',
  };
}

function key(name: string, ...pairs: PairEvidence[]): KeyVerdicts {
  return { type: 'spot.price', key: `spot.price:${name}`, observations: 1, judgedMs: 9, composites: [], pairs };
}

const nowMs = 9;

test('a shared upstream on one key counts on every key, whatever other keys prove', () => {
  const snapshot = verdictSnapshotOf([
    key('BTC', pair('a', 'b', 'independent', 0, 900)),
    key('ETH', pair('a', 'b', 'shared_upstream', 40)),
  ]);
  for (const pairKey of ['spot.price:BTC', 'spot.price:ETH', 'token.price:SOL']) {
    expect(snapshot.pair(pairKey, 'b', 'a', nowMs)).toMatchObject({
      verdict: 'shared_upstream',
      nats: 40,
      measuredOn: 'spot.price:ETH',
    });
  }
});

test('independence that one key proves is unknown on every other key', () => {
  const snapshot = verdictSnapshotOf([
    key('BTC', pair('a', 'b', 'independent')),
    key('ETH', pair('a', 'b', 'unknown', 2)),
  ]);
  expect(snapshot.pair('spot.price:BTC', 'a', 'b', nowMs)).toMatchObject({
    verdict: 'independent',
    measuredOn: 'spot.price:BTC',
  });
  expect(snapshot.pair('spot.price:ETH', 'a', 'b', nowMs)).toMatchObject({ verdict: 'unknown', nats: 2 });
  expect(snapshot.pair('spot.price:BONK', 'a', 'b', nowMs)).toMatchObject({ verdict: 'unknown', measuredOn: '' });
  expect(snapshot.pair('spot.price:BTC', 'a', 'c', nowMs).verdict).toBe('unknown');
});

test('evidence older than a day counts as none, for a proof and for a link', () => {
  const snapshot = verdictSnapshotOf([
    key('BTC', pair('a', 'b', 'independent'), pair('a', 'c', 'shared_upstream', 40)),
  ]);
  const verdicts = (atMs: number): string[] =>
    ['b', 'c'].map((other) => snapshot.pair('spot.price:BTC', 'a', other, atMs).verdict);
  expect(verdicts(nowMs + 24 * 3_600_000)).toEqual(['independent', 'shared_upstream']);
  expect(verdicts(nowMs + 24 * 3_600_000 + 1)).toEqual(['unknown', 'unknown']);
});

test('over all keys of a type a shared upstream counts first, and a proof next', () => {
  const of = (verdict: MeasuredPair['verdict'], nats: number): MeasuredPair => ({
    a: 'a',
    b: 'b',
    verdict,
    nats,
    observations: 1,
    sinceMs: 1,
    measuredOn: 'k',
    maxShare: null,
  });
  const [unknown, independent, shared] = [of('unknown', 5), of('independent', 0), of('shared_upstream', 20)];
  expect(strongestPair([unknown, independent, shared])).toBe(shared);
  expect(strongestPair([unknown, independent])).toBe(independent);
  expect(strongestPair([unknown])).toBe(unknown);
  expect(strongestPair([])).toBeUndefined();
});

test('a reference and its upstream provider are one stream', () => {
  const reference = { id: 'account', upstreamProvider: 'pyth' };
  const snapshot = verdictSnapshotOf([
    key(
      'BTC',
      pair('kraken', 'pyth', 'independent'),
      pair('account', 'kraken', 'unknown'),
      pair('jupiter', 'pyth', 'shared_upstream', 50),
      pair('account', 'jupiter', 'independent'),
      pair('account', 'pyth', 'unknown'),
      pair('doubtful', 'pyth', 'independent'),
      pair('account', 'doubtful', 'unknown', 8),
    ),
  ]);
  const verdictOf = (name: string) =>
    pairWithReference((a, b) => snapshot.pair('spot.price:BTC', a, b, nowMs), name, reference).verdict;
  expect(verdictOf('kraken')).toBe('independent');
  expect(verdictOf('jupiter')).toBe('shared_upstream');
  expect(verdictOf('pyth')).toBe('shared_upstream');
  expect(verdictOf('doubtful')).toBe('unknown');
  expect(verdictOf('stranger')).toBe('unknown');
});

describe('a reference of at least four publishers and a venue with trades of its own', () => {
  const reference = { id: 'account', upstreamProvider: 'pyth' };
  const structure = { key: 'token.price:SOL', publishers: 4 };
  const unmeasured: MeasuredPair = {
    a: 'kraken',
    b: 'account',
    verdict: 'unknown',
    nats: 0,
    observations: 0,
    sinceMs: 0,
    measuredOn: '',
    maxShare: null,
  };
  const verdictWith = (changed: Partial<MeasuredPair>, on = 'account'): MeasuredPair =>
    pairWithReference(
      (_a, b) => (b === on ? { ...unmeasured, ...changed } : unmeasured),
      'kraken',
      reference,
      structure,
    );

  test('are independent up to a quarter, whether or not a proof was measured', () => {
    const expected = { verdict: 'independent', maxShare: 0.25, measuredOn: 'token.price:SOL' };
    expect(verdictWith({})).toMatchObject(expected);
    expect(verdictWith({ verdict: 'independent', maxShare: 0.1 })).toMatchObject(expected);
    expect(verdictWith({ verdict: 'unknown', nats: 5.9 })).toMatchObject(expected);
  });

  test('share an upstream or stay unknown where a link or a doubt was measured', () => {
    for (const on of ['account', 'pyth']) {
      expect(verdictWith({ verdict: 'shared_upstream', nats: 20 }, on)).toMatchObject({ verdict: 'shared_upstream' });
      expect(verdictWith({ nats: 6 }, on)).toMatchObject({ verdict: 'unknown', maxShare: null });
    }
  });
});

test('own trades of a key that was judged more than a day ago count as none', () => {
  const snapshot = verdictSnapshotOf([{ ...key('BTC'), ownPrints: ['a'] }, key('ETH')]);
  const dayMs = 24 * 3_600_000;
  expect(snapshot.hasOwnPrints('spot.price:BTC', 'a', nowMs + dayMs)).toBe(true);
  expect(snapshot.hasOwnPrints('spot.price:BTC', 'a', nowMs + dayMs + 1)).toBe(false);
  expect(snapshot.hasOwnPrints('spot.price:BTC', 'b', nowMs)).toBe(false);
  expect(snapshot.hasOwnPrints('spot.price:ETH', 'a', nowMs)).toBe(false);
});
