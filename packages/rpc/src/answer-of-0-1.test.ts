import tokenRisk from '@assay/catalog/types/chain-token-risk/type';
import { levels, type Level } from '@assay/catalog/define';
import type { AnswerOutcome } from '@assay/catalog/outcomes';
import { expect, test } from '@jest/globals';
import { toResponseOf01 } from './answer-of-0-1.ts';
import type { Decision } from './gen/assay/events/v1/Decision.ts';
import { fromProtoLevel, toProtoLevel } from './levels.ts';
import { decisionWith, responseWith } from './testing/answers.ts';
import { readVerifiedAnswer } from './verified-answer.ts';

const params = { address: 'So11111111111111111111111111111111111111112' };
const decision = {
  type: tokenRisk.id,
  params_json: JSON.stringify(params),
  outcome: 'delivered',
  level: 'anchored',
  required: 'consensus',
  source: 'sandbox.node-a',
  origin: 'derived',
  data_json: '{"overallRisk":20,"slot":77}',
  reason: 'two nodes agree',
  source_cost_micros: 400,
  total_cost_micros: 1_000,
  problem_code: '',
};

test.each<[string, Decision]>([
  ['a delivery', {}],
  ['a refusal', { outcome: 'refused', level: 'single_source', data_json: '' }],
  ['a conflict', { outcome: 'refused', level: '', data_json: '' }],
  ['an unknown entity', { outcome: 'no_source', level: '', data_json: '', problem_code: 'not_open' }],
  ['a failure', { outcome: 'failed', level: '', data_json: '' }],
])('%s in the fields of 0.1 is read as the decision from which they were made', (_title, changed) => {
  const made = { ...decision, ...changed };
  const level = made.level === '' ? undefined : (made.level as Level);
  const words = { outcome: made.outcome as AnswerOutcome, level, required: made.required as Level, params };
  const response = responseWith(toResponseOf01(made, words));
  expect(response).toMatchObject({ decision: null, params, params_json: made.params_json });
  expect(readVerifiedAnswer(response, tokenRisk)).toEqual(decisionWith(made));
  expect(readVerifiedAnswer({ ...response, params: {} }, tokenRisk)).toEqual(decisionWith(made));
});

test('a level stays the same after encoding and decoding, and an unspecified level is undefined', () => {
  for (const level of levels) {
    expect(fromProtoLevel(toProtoLevel(level))).toBe(level);
  }
  expect(fromProtoLevel('LEVEL_UNSPECIFIED')).toBeUndefined();
});
