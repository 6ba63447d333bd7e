import { expect, test } from '@jest/globals';
import type { ProviderObservation } from '@assay/independence/observation';
import { priced, priceType } from '@assay/providers/testing/test-providers';
import type { SourceObservation } from '../sources/observe.ts';
import type { Source } from '../sources/source.ts';
import { openTestSources, startMs } from '../testing/test-sources.ts';
import { createEvidenceIntake } from './evidence-intake.ts';

test('an update of a stream counts at the time of the question, so that an unchanged price is an answer too', () => {
  const [opened] = openTestSources({ a: () => priced('1', startMs) }).sources as [Source];
  const agreement = { field: 'price', identityFields: ['symbol'], toleranceBps: 50, samplingParams: [] };
  const source: Source = { ...opened, type: { ...priceType, agreement } };
  const learned: ProviderObservation[] = [];
  const intake = createEvidenceIntake({
    isLeader: () => true,
    keys: { isSampled: () => true, onQuestion: () => undefined },
    learn: (observation) => learned.push(observation) > 0,
    share: () => undefined,
    references: new Map(),
    roundEveryMs: () => 1_000,
    onDropped: () => undefined,
  });
  for (const receivedAtMs of [startMs + 1_000, startMs + 2_000]) {
    const observation: SourceObservation = {
      outcome: 'ok',
      receivedAtMs,
      sourceAtMs: startMs,
      data: { symbol: 'BTC', price: '1.5' },
      dataJson: '',
      detail: '',
      httpStatus: 0,
      update: { path: 'direct', id: '7', receivedAtMs: startMs + 900 },
    };
    intake.onObservation(source, observation, 0, { symbol: 'BTC' });
  }
  expect(learned.map(({ t, latencyMs }) => [t - startMs, latencyMs])).toEqual([
    [1_000, 0],
    [2_000, 0],
  ]);
});
