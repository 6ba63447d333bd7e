import { newWatchBody, newWatchRules } from '@assay/catalog/bodies/new-watch';
import { readBody } from '@assay/catalog/bodies/read-body';
import { loadCatalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import { expect, test } from '@jest/globals';
import { misfitOf, parseStoredCondition } from './condition.ts';

const catalog = await loadCatalog();

function typeOf(id: string): DataType {
  const type = catalog.get(id);
  if (type === undefined) {
    throw new Error(`no type ${id}`);
  }
  return type;
}

const schema = newWatchBody(catalog);

/** Returns why a condition is rejected, or undefined for a valid one. */
function rejectionOf(type: string, condition: unknown): string | undefined {
  try {
    const read = readBody(schema, { type, params: {}, condition, webhookUrl: '' }, newWatchRules).condition;
    expect(read).toEqual(condition);
    return read && misfitOf(read, typeOf(type));
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'WATCH_REJECTED' });
    return (thrown as Error).message;
  }
}

test.each([
  ['chain.resolve_address', { field: 'onCurve', changes: true }],
  ['chain.token_risk', { field: 'factors', changes: true }],
  ['chain.token_risk', { field: 'overallRisk', crosses: 50, direction: 'above' }],
  ['chain.token_risk', { field: 'topHoldersShareBps', crosses: 2500, direction: 'above' }],
  ['chain.pool_state', { field: 'price', crosses: 0.000_012, direction: 'below' }],
  ['chain.pool_state', { field: 'reserveA', crosses: -1, direction: 'below' }],
  ['chain.pool_state', { field: 'feeBps', crosses: 12.5, direction: 'above' }],
  ['chain.token_account_owner', { field: 'amount', crosses: 0, direction: 'below' }],
  ['chain.resolve_address', { field: 'slot', crosses: 5, direction: 'above' }],
])('%s: %j is valid and unchanged', (type, condition) => {
  expect(rejectionOf(type, condition)).toBeUndefined();
});

const risk = 'chain.token_risk';

test.each([
  [risk, [], '"condition" must be'],
  [risk, 'changes', '"condition" must be'],
  [risk, {}, 'one of two forms'],
  [risk, { changes: true }, '"condition.field" must name'],
  [risk, { field: 5, changes: true }, '"condition.field" must name'],
  [risk, { field: 'riskiness', changes: true }, 'has no field "riskiness"'],
  [risk, { field: 'toString', changes: true }, 'has no field "toString"'],
  [risk, { field: '__proto__', changes: true }, 'has no field "__proto__"'],
  [risk, { field: 'overallRisk' }, 'one of two forms'],
  [risk, { field: 'overallRisk', changes: true, crosses: 5, direction: 'above' }, 'one of two forms'],
  [risk, { field: 'overallRisk', changes: true, direction: 'above' }, 'one of two forms'],
  [risk, { field: 'overallRisk', changes: false }, '"condition.changes" must be true'],
  [risk, { field: 'overallRisk', changes: 'true' }, '"condition.changes" must be true'],
  [risk, { field: 'overallRisk', crosses: '50', direction: 'above' }, '"condition.crosses" must be a finite number'],
  [risk, { field: 'overallRisk', crosses: null, direction: 'above' }, '"condition.crosses" must be a finite number'],
  [risk, { field: 'overallRisk', direction: 'above' }, '"condition.crosses" must be a finite number'],
  [risk, { field: 'overallRisk', crosses: Infinity, direction: 'above' }, 'must be a finite number'],
  [risk, { field: 'overallRisk', crosses: 50 }, '"condition.direction" must be "below" or "above"'],
  [risk, { field: 'overallRisk', crosses: 50, direction: 'up' }, '"condition.direction" must be'],
  [risk, { field: 'overallRisk', crosses: 50, direction: 'above', over: 1 }, '"condition" has no field "over"'],
  [risk, { field: 'overallRisk', crosss: 50, direction: 'above' }, 'did you mean "crosses"?'],
  [risk, { field: 'overalRisk', changes: true }, 'did you mean "overallRisk"?'],
  [risk, { field: 'mintAuthority', crosses: 50, direction: 'above' }, 'needs a numeric field'],
  [risk, { field: 'factors', crosses: 50, direction: 'above' }, 'needs a numeric field'],
  ['chain.resolve_address', { field: 'onCurve', crosses: 1, direction: 'above' }, 'needs a numeric field'],
  ['chain.resolve_address', { field: 'kind', crosses: 1, direction: 'above' }, 'needs a numeric field'],
  ['chain.can_sign', { field: 'reason', crosses: 1, direction: 'above' }, 'needs a numeric field'],
])('%s: %j is rejected, and the message says why', (type, condition, words) => {
  expect(rejectionOf(type, condition)).toContain(words);
});

test('an own key named __proto__ is rejected', () => {
  const condition: unknown = JSON.parse('{"field":"overallRisk","changes":true,"__proto__":{"crosses":1}}');
  expect(rejectionOf(risk, condition)).toContain('has no field "__proto__"');
});

test.each([
  ['{"field":"overallRisk","changes":true}', { field: 'overallRisk', changes: true }],
  [
    '{"field":"overallRisk","crosses":50,"direction":"above"}',
    { field: 'overallRisk', crosses: 50, direction: 'above' },
  ],
  [null, undefined],
])('the stored condition %s is read', (json, condition) => {
  expect(parseStoredCondition(json)).toEqual(condition);
});

test.each([
  'null',
  '[]',
  '"changes"',
  '{}',
  '{"field":"overallRisk"}',
  '{"field":5,"changes":true}',
  '{"field":"overallRisk","changes":false}',
  '{"field":"overallRisk","crosses":"50","direction":"above"}',
  '{"field":"overallRisk","crosses":50,"direction":"up"}',
  '{"field":"overallRisk","changes":true,"crosses":50,"direction":"up"}',
])('the stored condition %s is invalid', (json) => {
  expect(() => parseStoredCondition(json)).toThrow('the stored condition is invalid');
});
