import { expect, test } from '@jest/globals';
import type { PairEvidence } from '@assay/independence/verdicts/explain';
import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import { verdictSnapshotOf, type KeyVerdicts } from '@assay/independence/verdicts/verdict-snapshot';
import type { ProviderStatement } from '@assay/providers/define';
import { independenceResponse } from './independence-response.ts';

const page = { url: 'https://example.com/method', readOn: '2026-11-27' };
const aggregator: ProviderStatement = { kind: 'aggregator', statedAt: page };

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
    pair: (measuredKey: string, a: string, b: string) => snapshot.pair(measuredKey, a, b, 2),
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

test('a verdict that a statement lowered is shown as it counts, with the reason, over all assets and on each', () => {
  const proof = { ...shared('kraken', 'mixer', 0), verdict: 'independent' as const, maxShare: 0.2 };
  const key: KeyVerdicts = {
    type: 'spot.price',
    key: 'spot.price:BTC',
    observations: 900,
    judgedMs: 2,
    composites: [],
    pairs: [proof],
  };
  const show = (lowered?: Partial<MeasuredPair>) => {
    const snapshot = verdictSnapshotOf([key]);
    const pair = (measuredKey: string, a: string, b: string) => ({
      ...snapshot.pair(measuredKey, a, b, 2),
      ...lowered,
    });
    const [type] = independenceResponse({ pair, snapshot: () => snapshot, isLeader: () => true }, '').types ?? [];
    return [type?.pairs?.[0], type?.keys?.[0]?.pairs?.[0]];
  };
  for (const shown of show()) {
    expect(shown).toMatchObject({ verdict: 'independent', max_share_parts: 2_000 });
  }
  const reason = 'mixer states that its data come from other venues';
  for (const shown of show({ verdict: 'unknown', maxShare: null, reason })) {
    expect(shown).toMatchObject({ verdict: 'unknown', max_share_parts: 0, reason });
  }
});

test('a provider that states to be an aggregator is a composite before the measurement shows it', () => {
  const key: KeyVerdicts = {
    type: 'spot.price',
    key: 'spot.price:BTC',
    observations: 900,
    judgedMs: 2,
    composites: [],
    pairs: [shared('kraken', 'mixer', 0)],
  };
  const snapshot = verdictSnapshotOf([key]);
  const measurement = {
    pair: (asked: string, a: string, b: string) => snapshot.pair(asked, a, b, 2),
    snapshot: () => snapshot,
    isLeader: () => true,
  };
  const statements = new Map<string, ProviderStatement>([['mixer', aggregator]]);
  expect(independenceResponse(measurement, '').types?.[0]?.composites).toEqual([]);
  expect(independenceResponse(measurement, '', statements).types?.[0]?.composites).toEqual(['mixer']);
});
