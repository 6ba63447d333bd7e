import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { expectUndisturbed } from './support/bystander.ts';
import { openSession, whileBusy } from './support/dashboard.ts';
import { getData, send, sharedSystem, type HttpAnswer } from './support/system.ts';

const system = sharedSystem();

/** A paid call, in turn with and without an idempotency key, so that every statement of billing takes part. */
function paidCallsOf(account: TestAccount): () => Promise<HttpAnswer> {
  let count = 0;
  return () => {
    count += 1;
    const headers = count % 2 === 0 ? { 'idempotency-key': randomUUID() } : {};
    const body = { type: 'game.players', params: { game: 'Dota 2' } };
    return send(`${system.gatewayUrl}/v1/get_data`, { key: account.key, body, headers });
  };
}

/** Locks rows in a transaction of somebody else while work runs. */
async function whileLocked<Result>(text: string, accountId: string, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: system.postgresUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    const { rowCount } = await client.query(text, [accountId]);
    expect(rowCount).toBeGreaterThan(0);
    return await work();
  } finally {
    await client.query('ROLLBACK');
    await client.end();
  }
}

test.each([
  ['an account', 'SELECT FROM billing.accounts WHERE id = $1 FOR UPDATE'],
  ['the keys of an account', 'SELECT FROM billing.keys WHERE account_id = $1 FOR UPDATE'],
])(
  'while the row of %s is locked, calls of another account are as fast as before',
  async (_name, lock) => {
    const [locked, bystander] = [await createAccount(system), await createAccount(system)];
    const refused: HttpAnswer[] = [];
    await expectUndisturbed(paidCallsOf(bystander), (calls) =>
      whileLocked(lock, locked.accountId, async () => {
        const before = refused.length;
        let isOver = false;
        const attack = async (): Promise<void> => {
          while (!isOver) {
            refused.push(await paidCallsOf(locked)());
          }
        };
        const attackers = Array.from({ length: 8 }, attack);
        await calls(() => refused.length > before + 16);
        isOver = true;
        await Promise.all(attackers);
      }),
    );
    for (const { status, body, headers } of refused) {
      expect([status, body['code']]).toEqual([503, 'UNAVAILABLE']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    const after = await getData(system.gatewayUrl, locked.key, 'game.players', { game: 'Dota 2' });
    expect(after.status).toBe(200);
  },
  120_000,
);

test('a busy session of the dashboard is answered 429, and the session of another person is not touched', async () => {
  const busy = await openSession(system, (await createAccount(system)).accountId);
  const bystander = await openSession(system, (await createAccount(system)).accountId);
  expect((await busy.get('/api/person')).status).toBe(200);
  const refused: Response[] = [];
  await expectUndisturbed(
    () => bystander.get('/api/person'),
    async (calls) => {
      refused.push(...(await whileBusy(busy, (answers) => calls(() => answers.length > 16))));
    },
  );
  for (const { status, headers } of refused) {
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
  }
}, 120_000);
