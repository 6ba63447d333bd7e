import { expect, test } from '@jest/globals';
import type { PairEvidence } from './explain.ts';
import { pairWithReference, verdictSnapshotOf, type KeyVerdicts } from './verdict-snapshot.ts';

function pair(a: string, b: string, verdict: PairEvidence['verdict'], nats = 0, observations = 100): PairEvidence {
  return { providers: [a, b], verdict, sinceMs: 5, judgedMs: 9, nats, observations, kinds: [], reason: '' };
}

function key(name: string, ...pairs: PairEvidence[]): KeyVerdicts {
  return { type: 'spot.price', key: `spot.price:${name}`, observations: 1, judgedMs: 9, composites: [], pairs };
}

test('a shared upstream on one key counts, whatever other keys prove', () => {
  const snapshot = verdictSnapshotOf([
    key('BTC', pair('a', 'b', 'independent', 0, 900)),
    key('ETH', pair('a', 'b', 'shared_upstream', 40)),
  ]);
  expect(snapshot.pair('spot.price', 'b', 'a')).toMatchObject({ verdict: 'shared_upstream', nats: 40 });
});

test('one key proves independence, unless another key raises a doubt', () => {
  const proven = key('BTC', pair('a', 'b', 'independent'));
  expect(
    verdictSnapshotOf([proven, key('ETH', pair('a', 'b', 'unknown', 2))]).pair('spot.price', 'a', 'b').verdict,
  ).toBe('independent');
  expect(
    verdictSnapshotOf([proven, key('ETH', pair('a', 'b', 'unknown', 7))]).pair('spot.price', 'a', 'b').verdict,
  ).toBe('unknown');
});

test('providers without a common key of the type are unknown to each other', () => {
  const snapshot = verdictSnapshotOf([key('BTC', pair('a', 'b', 'independent'))]);
  expect(snapshot.pair('spot.price', 'a', 'c').verdict).toBe('unknown');
  expect(snapshot.pair('token.price', 'a', 'b').verdict).toBe('unknown');
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
  const verdictOf = (name: string) => pairWithReference(snapshot, 'spot.price', name, reference).verdict;
  expect(verdictOf('kraken')).toBe('independent');
  expect(verdictOf('jupiter')).toBe('shared_upstream');
  expect(verdictOf('pyth')).toBe('shared_upstream');
  expect(verdictOf('doubtful')).toBe('unknown');
  expect(verdictOf('stranger')).toBe('unknown');
});
