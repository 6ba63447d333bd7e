import { expect, test } from '@jest/globals';
import type { VerifyResponse__Output } from './gen/assay/engine/v1/VerifyResponse.ts';
import { fromProtoLevel, toProtoLevel } from './levels.ts';
import { readVerifiedAnswer } from './verified-answer.ts';

const delivered: VerifyResponse__Output = {
  outcome: 'OUTCOME_DELIVERED',
  data_json: '{"price":"1"}',
  params: {},
  params_json: '',
  level: 'LEVEL_CONSENSUS',
  origin: 'measured',
  source: 'sandbox.coinbase',
  source_cost_micros: '1',
  total_cost_micros: '2',
  reason: 'two providers agree',
  required: 'LEVEL_SINGLE_SOURCE',
  problem_code: '',
};

test('a complete delivery is read with its level, origin, source and datum', () => {
  expect(readVerifiedAnswer(delivered)).toEqual({
    outcome: 'delivered',
    level: 'consensus',
    origin: 'measured',
    source: 'sandbox.coinbase',
    dataJson: '{"price":"1"}',
    reason: 'two providers agree',
  });
});

test.each([
  ['OUTCOME_REFUSED', 'refused'],
  ['OUTCOME_NO_SOURCE', 'no_source'],
  ['OUTCOME_FAILED', 'failed'],
] as const)('%s is read with the level that was reached, and needs no datum', (outcome, name) => {
  const answer = { ...delivered, outcome, data_json: '', source: '', origin: '' };
  expect(readVerifiedAnswer(answer)).toEqual({ outcome: name, reached: 'consensus', reason: 'two providers agree' });
});

test.each<[string, Partial<VerifyResponse__Output>]>([
  ['an outcome', { outcome: 'OUTCOME_UNSPECIFIED' }],
  ['a level', { level: 'LEVEL_UNSPECIFIED' }],
  ['an origin', { origin: '' }],
  ['a source', { source: '' }],
  ['a datum', { data_json: '' }],
])('a delivery without %s is INTERNAL', (_title, missing) => {
  expect(() => readVerifiedAnswer({ ...delivered, ...missing })).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
});

test('a level stays the same after encoding and decoding, and an unspecified level is undefined', () => {
  for (const level of ['single_source', 'consensus', 'anchored'] as const) {
    expect(fromProtoLevel(toProtoLevel(level))).toBe(level);
  }
  expect(fromProtoLevel('LEVEL_UNSPECIFIED')).toBeUndefined();
});
