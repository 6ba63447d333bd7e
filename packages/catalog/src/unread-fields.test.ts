import { expect, test } from '@jest/globals';
import { unreadFields } from './unread-fields.ts';

const riskOf = (...ids: readonly string[]) => ({ overallRisk: 50, factors: ids.map((id) => ({ id, points: 1 })) });

test.each(['holders_unread', 'holders_incomplete', 'liquidity_unread'])(
  'with the factor %s, the fields that rest on factors are unread, and the authorities are not',
  (id) => {
    const fields = unreadFields('chain.token_risk', riskOf('mint_authority', id));
    expect([...fields].toSorted()).toEqual(['factors', 'overallRisk', 'topHoldersShareBps']);
  },
);

test('a risk whose parts were all read has no unread fields, and other types have none', () => {
  expect(unreadFields('chain.token_risk', riskOf('mint_authority', 'liquidity_pool_unknown')).size).toBe(0);
  expect(unreadFields('chain.pool_state', riskOf('holders_unread')).size).toBe(0);
  expect(unreadFields('chain.token_risk', { overallRisk: 1 }).size).toBe(0);
});
