import { expect, test } from '@jest/globals';
import type { DecisionView } from '../src/api/decision-view.ts';
import { chargeSentence, judgedLimits, judgementOf } from './gate-judgement.ts';
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

test('the limits name what the caller allowed, what was measured, and what exceeded it', () => {
  const policy = { maxPriceImpactBps: 100, maxRiskScore: 40, minLevel: 'consensus' };
  const decisions = [
    { ...quote('delivered'), level: 'anchored', data: '{"priceImpactBps":182.4}' },
    { ...risk('delivered'), level: 'single_source', data: '{"overallRisk":40}' },
    { ...decision('gate', 'refuse'), params: JSON.stringify({ pool: 'p', policy }) },
  ];
  expect(judgedLimits({ decisions })).toEqual([
    { name: 'Price impact', limit: 'at most 100 bps', measured: '182.4 bps', state: 'over' },
    { name: 'Risk of the token', limit: 'at most 40 of 100', measured: '40 of 100', state: 'within' },
    { name: 'Level of both parts', limit: 'at least consensus', measured: 'single source', state: 'over' },
  ]);
});

test('a policy without a limit, and a part without an answer, are not judged', () => {
  const decisions = [
    quote('no_source'),
    { ...decision('gate', 'refuse'), params: '{"policy":{"maxPriceImpactBps":0}}' },
  ];
  expect(judgedLimits({ decisions }).map(({ limit, measured, state }) => [limit, measured, state])).toEqual([
    ['at most 0 bps', 'not measured', 'not judged'],
    ['no limit', 'not measured', 'not judged'],
    ['no limit', 'not reached', 'not judged'],
  ]);
});
