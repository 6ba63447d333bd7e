import { expect, test } from '@jest/globals';
import type { PairEvidence } from '@assay/independence/explain';
import { verdictSnapshotOf, type KeyVerdicts } from '@assay/independence/verdict-snapshot';
import { independenceResponse } from './independence-response.ts';

function shared(a: string, b: string, nats: number): PairEvidence {
  const verdict = 'shared_upstream';
  return {
    providers: [a, b],
    verdict,
    sinceMs: 1,
    judgedMs: 2,
    newestMs: 2,
    nats,
    observations: 90,
    kinds: [],
    maxShare: null,
    reason: '',
  };
}

function groups(pairs: readonly PairEvidence[], composites: readonly string[]): string[] {
  const type = 'spot.price';
  const key: KeyVerdicts = { type, key: `${type}:BTC`, observations: 900, judgedMs: 2, composites, pairs };
  const snapshot = verdictSnapshotOf([key]);
  const measurement = {
    pair: (asked: string, a: string, b: string) => snapshot.pair(asked, a, b, 2),
    snapshot: () => snapshot,
    isLeader: () => true,
  };
  const shown = independenceResponse(measurement, '');
  return (shown.types?.[0]?.clusters ?? [])
    .map(({ providers }) => (providers ?? []).join('+'))
    .filter((names) => names.includes('+'));
}

test('a copy of an average joins the group of the average, not that of its strongest exchange', () => {
  const pairs = [
    shared('average', 'coinbase', 60),
    shared('average', 'kraken', 25),
    shared('average', 'copy', 150),
    shared('coinbase', 'copy', 40),
  ];
  expect(groups(pairs, ['average'])).toEqual(['average+copy']);
});

test('an exchange and its copy form a group, although an average shares evidence with both', () => {
  const pairs = [
    shared('average', 'coinbase', 60),
    shared('average', 'kraken', 25),
    shared('average', 'copy', 40),
    shared('coinbase', 'copy', 150),
  ];
  expect(groups(pairs, ['average'])).toEqual(['coinbase+copy']);
});

test('an average that shares evidence with only one exchange so far forms a group of its own', () => {
  const pairs = [{ ...shared('average', 'coinbase', 60), partly: true as const }, shared('average', 'copy', 150)];
  expect(groups(pairs, [])).toEqual(['average+copy']);
});
