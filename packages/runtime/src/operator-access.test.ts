import { expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { rootContext } from '@assay/rpc/context';
import { hashOperatorToken } from '@assay/rpc/operator-access';
import { createMetrics } from '@assay/telemetry/metrics';
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
  let isAvailable = true;
  const access = createOperatorAccess(
    {
      service: 'billing',
      names: ['AddCredits'],
      rootToken,
      findOperator: async (sha256) => {
        if (!isAvailable) {
          throw new Fault('UNAVAILABLE');
        }
        return sha256.equals(attempt.tokenSha256) ? 'ann' : undefined;
      },
      record: record ?? (async (row) => void rows.push(row)),
      argumentsOf: (_method, request) => ({ account_id: (request as { account_id: string }).account_id }),
    },
    { log: log as never, metrics },
    () => nowMs,
  );
  const perform = (method: string, run: () => Promise<unknown>): Promise<unknown> =>
    Promise.resolve(access.perform?.({ ...attempt, method, operator: 'ann' }, run));
  const lookUp = (token: string, address = '192.0.2.1') =>
    access.operatorOf(hashOperatorToken(token), { method: 'AddCredits', address });
  const setAvailable = (value: boolean): void => void (isAvailable = value);
  return { access, rows, warnings, metrics, perform, lookUp, setAvailable, passTime: (ms: number) => (nowMs += ms) };
}

test('the root token needs no look-up, and another token is looked up by its hash', async () => {
  const { lookUp } = scene();
  expect(await lookUp(rootToken)).toBe('root');
  expect(await lookUp('aop_ann')).toBe('ann');
  expect(await lookUp('aop_bob')).toBeUndefined();
});

test('a network may try ten wrong tokens at once and one more each ten seconds; others are not touched', async () => {
  const { lookUp, metrics, warnings, passTime } = scene();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, tried) =>
      lookUp(`aop_wrong_${tried}`).catch((thrown: unknown) => (thrown as Fault).code),
    ),
  );
  expect(outcomes).toEqual([
    ...Array.from({ length: 10 }, () => undefined),
    ...Array.from({ length: 10 }, () => 'RATE_LIMIT'),
  ]);
  expect(await metrics.registry.metrics()).toMatch(
    /assay_operator_refusals_total\{method="AddCredits",reason="limit"[^}]*\} 10/,
  );
  expect(warnings).toEqual(['refused operator calls of a network that tried too many wrong tokens']);
  // The limit refuses the valid token too. Otherwise, an attacker could go on guessing and would notice a right guess.
  await expect(lookUp(rootToken)).rejects.toMatchObject({
    code: 'RATE_LIMIT',
    message: expect.stringContaining('10 seconds'),
  });
  expect(await lookUp(rootToken, '192.0.2.2')).toBe('root');
  passTime(10_000);
  expect(await lookUp(rootToken)).toBe('root');
  expect(await lookUp(rootToken)).toBe('root');
});

test('a look-up that fails costs no attempt', async () => {
  const { lookUp, setAvailable } = scene();
  setAvailable(false);
  for (let tried = 0; tried < 20; tried += 1) {
    await expect(lookUp('aop_ann')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  }
  setAvailable(true);
  expect(await lookUp('aop_ann')).toBe('ann');
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

test('refused attempts are all counted, and at most 60 of them a minute are logged and recorded', async () => {
  const { access, rows, warnings, metrics, passTime } = scene();
  for (let count = 0; count < 100; count += 1) {
    access.onRefused?.({ ...attempt, address: '192.0.2.1' });
  }
  expect(rows).toHaveLength(60);
  expect(rows[0]).toMatchObject({ action: 'billing.AddCredits', outcome: 'FORBIDDEN' });
  expect(warnings).toEqual(Array.from({ length: 60 }, () => 'refused an operator call without a valid token'));
  expect(await metrics.registry.metrics()).toMatch(/assay_operator_refusals_total\{method="AddCredits"[^}]*\} 100/);
  passTime(60_000);
  access.onRefused?.({ ...attempt, address: '192.0.2.1' });
  expect(rows).toHaveLength(61);
});
