import { expect, test } from '@jest/globals';
import type { DecisionView } from '../src/api/decision-view.ts';
import { chargeSentence, judgementOf } from './gate-judgement.ts';
import { levelSentence } from './level-sentence.ts';

const decision = (type: string, outcome: string): DecisionView => ({
  atMs: 0,
  type,
  params: '{}',
  query: '',
  outcome,
  level: '',
  required: '',
  source: '',
  reason: '',
  data: '',
  latencyMs: 1,
  attempts: [],
  independence: [],
});
const quote = (outcome: string) => decision('chain.swap_quote', outcome);
const risk = (outcome: string) => decision('chain.token_risk', outcome);

test('a gate that refuses the trade has an answer, and its sentence says what the verdict means', () => {
  const refused = levelSentence({ outcome: 'refuse', level: 'anchored' });
  expect(refused).toContain('The trade is not within your policy.');
  expect(refused).toContain('Anchored');
  expect(refused).not.toContain('No answer');
  expect(levelSentence({ outcome: 'allow', level: '' })).toBe('The trade is within your policy.');
  expect(levelSentence({ outcome: 'refused', level: '' })).toBe('No answer was delivered.');
});

test('the charge of a gate names the parts that it pays for', () => {
  const gate = decision('gate', 'refuse');
  expect(chargeSentence({ decisions: [quote('delivered'), risk('delivered'), gate] })).toBe(
    'Charged for chain.swap_quote and chain.token_risk.',
  );
  expect(chargeSentence({ decisions: [quote('delivered'), risk('refused'), gate] })).toBe(
    'Charged for chain.swap_quote; chain.token_risk is free.',
  );
  expect(chargeSentence({ decisions: [quote('no_source'), gate] })).toBe(
    'No part was delivered, so nothing is charged.',
  );
  expect(chargeSentence({ decisions: [quote('delivered')] })).toBeUndefined();
});

test.each(['', '{', 'null', '[]', '{"reasons":1}'])('the data %j of a gate has no reasons and no caveats', (json) => {
  expect(judgementOf(json)).toEqual({ checkedMint: null, reasons: [], caveats: [] });
});

test('a judgement has its mint, its reasons and its caveats', () => {
  const judgement = { checkedMint: 'm', reasons: [{ code: 'RISK_OVER_POLICY', message: 'too risky' }], caveats: [] };
  expect(judgementOf(JSON.stringify(judgement))).toEqual(judgement);
});
