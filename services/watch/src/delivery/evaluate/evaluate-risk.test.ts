import { expect, test } from '@jest/globals';
import { decisionWith } from '@assay/rpc/testing/answers';
import type { VerifiedAnswer } from '@assay/rpc/verified-answer';
import { riskPoints, type FactorId } from '@assay/solana/risk/scale';
import type { WatchCondition } from '@assay/catalog/bodies/new-watch';
import { evaluateAnswer } from './evaluate.ts';

const incomplete = ['holders_incomplete', 'top_holders_extreme', 'single_holder_majority'] as const;
const unread = ['holders_unread', 'liquidity_unread'] as const;
const spread = ['top_holders_elevated', 'liquidity_partly_locked'] as const;
const concentrated = ['top_holders_extreme', 'single_holder_majority', 'liquidity_partly_locked'] as const;
const authorities = ['mint_authority', 'freeze_authority'] as const;
const missing = 'metadata_missing';

function riskOf(...ids: readonly FactorId[]): VerifiedAnswer {
  const factors = ids.map((id) => ({ id, points: riskPoints[id], detail: `about ${id}` }));
  const overallRisk = Math.min(
    100,
    factors.reduce((sum, { points }) => sum + points, 0),
  );
  const data = { overallRisk, factors, topHoldersShareBps: ids.includes('holders_unread') ? null : 4_000, slot: 7 };
  const decision = decisionWith({ type: 'chain.token_risk', data_json: JSON.stringify(data) });
  return { ...decision, outcome: 'delivered', level: 'anchored', required: 'single_source' };
}

/**
 * Evaluates a condition for several risks one after another, as if every notification were received. Returns for each
 * risk whether the condition fires.
 */
function fired(condition: WatchCondition, ...risks: readonly (readonly FactorId[])[]): (boolean | string)[] {
  let comparedJson: string | null = null;
  let basisJson: string | null = null;
  return risks.map((ids) => {
    const result = evaluateAnswer({ type: 'chain.token_risk', condition, comparedJson, basisJson }, riskOf(...ids));
    comparedJson = result.comparedJson ?? comparedJson;
    basisJson = result.basisJson ?? basisJson;
    return result.kind === 'silent' && result.notEvaluated !== undefined
      ? result.notEvaluated
      : result.kind === 'fires';
  });
}

const changes = { field: 'overallRisk', changes: true } as const;
const above = { field: 'overallRisk', crosses: 85, direction: 'above' } as const;
const below = { field: 'overallRisk', crosses: 85, direction: 'below' } as const;
const factors = { field: 'factors', changes: true } as const;

test.each([
  ['holders that are listed incompletely', incomplete],
  ['holders that no node lists', unread],
])('with %s a new authority and its end are notified, as a change and as a crossing', (_title, holders) => {
  const [calm, risky] = [
    [...holders, missing],
    [...holders, missing, ...authorities],
  ] as const;
  const course = [calm, risky, calm, risky] as const;
  expect(fired(changes, ...course)).toEqual([false, true, true, true]);
  expect(fired(factors, ...course)).toEqual([false, true, true, true]);
  expect(fired(above, ...course)).toEqual([false, true, false, true]);
  expect(fired(below, ...course)).toEqual([false, false, true, false]);
});

test.each([changes, factors, above, below])(
  'nothing fires because holders became unreadable or readable: %j',
  (condition) => {
    expect(fired(condition, spread, unread, spread, incomplete, spread)).toEqual([false, false, false, false, false]);
    expect(fired(condition, unread, spread, unread, spread)).toEqual([false, false, false, false]);
  },
);

test('a change of the holders while they were unreadable is noticed once they are read again', () => {
  expect(fired(changes, spread, unread, concentrated)).toEqual([false, false, true]);
});

test('a change of another part is noticed while the holders become unreadable', () => {
  expect(fired(changes, spread, [...unread, ...authorities], [...spread, ...authorities])).toEqual([
    false,
    true,
    false,
  ]);
});

test('a condition on the share of the holders says why it is not evaluated', () => {
  const condition = { field: 'topHoldersShareBps', crosses: 3_000, direction: 'above' } as const;
  const [first, second, third] = fired(condition, unread, incomplete, spread);
  expect([first, second]).toEqual([
    expect.stringContaining('could not be read'),
    expect.stringContaining('could not be read'),
  ]);
  expect(third).toBe(false);
});

test('a value that an earlier release stored without its factors is compared from the next verification on', () => {
  const evaluate = (basisJson: string | null, ...ids: readonly FactorId[]) =>
    evaluateAnswer({ type: 'chain.token_risk', condition: changes, comparedJson: '20', basisJson }, riskOf(...ids));
  const first = evaluate(null, ...unread);
  expect(first).toMatchObject({ kind: 'silent', comparedJson: undefined, notEvaluated: expect.any(String) });
  expect(evaluate(first.basisJson ?? null, ...unread).kind).toBe('silent');
  expect(evaluate(first.basisJson ?? null, ...unread, ...authorities).kind).toBe('fires');
  expect(evaluate(null, ...spread).kind).toBe('silent');
  expect(evaluate(null, ...concentrated).kind).toBe('fires');
});

test('a refusal says why the condition was not evaluated', () => {
  const decision = decisionWith({ type: 'chain.token_risk', reason: 'the nodes contradict each other' });
  const refused: VerifiedAnswer = { ...decision, outcome: 'refused', level: '', required: 'single_source' };
  const watch = { type: 'chain.token_risk', condition: changes, comparedJson: '20', basisJson: null };
  expect(evaluateAnswer(watch, refused)).toMatchObject({ outcome: 'refused', notEvaluated: expect.any(String) });
});
