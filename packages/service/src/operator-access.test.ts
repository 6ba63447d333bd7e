import { expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { rootContext } from '@assay/rpc/context';
import { hashOperatorToken } from '@assay/rpc/operator-access';
import { createMetrics } from './metrics.ts';
import { createOperatorAccess, type OperatorRecord } from './operator-access.ts';

const rootToken = 'the-token-of-root';
const attempt = {
  tokenSha256: hashOperatorToken('aop_ann'),
  method: 'AddCredits',
  request: { account_id: 'acc_1', secret: 'x' },
  context: rootContext(5_000),
};

function scene(record?: (row: OperatorRecord) => Promise<void>) {
  const rows: OperatorRecord[] = [];
  const warnings: string[] = [];
  let nowMs = 0;
  const metrics = createMetrics('test');
  const log = { info: () => undefined, warn: (_fields: object, message: string) => void warnings.push(message) };
  const access = createOperatorAccess(
    {
      service: 'billing',
      names: ['AddCredits'],
      rootToken,
      findOperator: async (sha256) => (sha256.equals(attempt.tokenSha256) ? 'ann' : undefined),
      record: record ?? (async (row) => void rows.push(row)),
      argumentsOf: (_method, request) => ({ account_id: (request as { account_id: string }).account_id }),
    },
    { log: log as never, metrics },
    () => nowMs,
  );
  const perform = (method: string, run: () => Promise<unknown>): Promise<unknown> =>
    Promise.resolve(access.perform?.({ ...attempt, method, operator: 'ann' }, run));
  return { access, rows, warnings, metrics, perform, passTime: (ms: number) => (nowMs += ms) };
}

test('the root token needs no look-up, and another token is looked up by its hash', async () => {
  const { access } = scene();
  expect(await access.operatorOf(hashOperatorToken(rootToken))).toBe('root');
  expect(await access.operatorOf(attempt.tokenSha256)).toBe('ann');
  expect(await access.operatorOf(hashOperatorToken('aop_bob'))).toBeUndefined();
});

test('a change is recorded before and after it is performed, without its secrets', async () => {
  const { rows, perform } = scene();
  expect(await perform('AddCredits', async () => rows.map(({ outcome }) => outcome))).toEqual(['started']);
  const row = { action: 'billing.AddCredits', arguments: { account_id: 'acc_1' }, tokenSha256: attempt.tokenSha256 };
  expect(rows).toEqual([
    { ...row, actionId: expect.any(String), outcome: 'started' },
    { ...row, actionId: rows[0]?.actionId, outcome: 'OK' },
  ]);
});

test('a failed action is recorded with its fault code, and a read is recorded once', async () => {
  const { rows, perform } = scene();
  await expect(perform('GetAccount', () => Promise.reject(new Fault('NOT_FOUND')))).rejects.toThrow(Fault);
  expect(rows).toMatchObject([{ action: 'billing.GetAccount', outcome: 'NOT_FOUND' }]);
});

test('a change that cannot be recorded is not performed', async () => {
  let isPerformed = false;
  const { perform } = scene(() => Promise.reject(new Fault('UNAVAILABLE')));
  const run = async (): Promise<void> => {
    isPerformed = true;
  };
  await expect(perform('AddCredits', run)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(isPerformed).toBe(false);
});

test('refused attempts are all counted, logged once in a while, and recorded at most 60 times a minute', async () => {
  const { access, rows, warnings, metrics, passTime } = scene();
  for (let count = 0; count < 100; count += 1) {
    access.onRefused?.(attempt);
  }
  expect(rows).toHaveLength(60);
  expect(rows[0]).toMatchObject({ action: 'billing.AddCredits', outcome: 'FORBIDDEN' });
  expect(warnings).toEqual(['refused an operator call without a valid token']);
  expect(await metrics.registry.metrics()).toMatch(/assay_operator_refusals_total\{method="AddCredits"[^}]*\} 100/);
  passTime(60_000);
  access.onRefused?.(attempt);
  expect(rows).toHaveLength(61);
});
