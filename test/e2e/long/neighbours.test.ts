import { afterAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { expectUndisturbed } from '../support/bystander.ts';
import { openSession, whileBusy, type Session } from '../support/dashboard.ts';
import { setLamports } from '../support/sandbox-control.ts';
import { getData, send, sharedSystem, until, type HttpAnswer } from '../support/system.ts';
import { openWatchScene } from '../support/watch-scene.ts';
import { createWatch, freshAddress } from '../support/watch.ts';

const system = sharedSystem();
const scene = openWatchScene(system);

afterAll(() => scene.close());

/**
 * Returns a function that makes paid calls. Every other call has an idempotency key, so that all statements of billing
 * run.
 */
function paidCallsOf(account: TestAccount): () => Promise<HttpAnswer> {
  let count = 0;
  return () => {
    count += 1;
    const headers = count % 2 === 0 ? { 'idempotency-key': randomUUID() } : {};
    const body = { type: 'game.players', params: { game: 'Dota 2' } };
    return send(`${system.gatewayUrl}/v1/get_data`, { key: account.key, body, headers });
  };
}

/** Locks rows in a separate transaction while `work` runs. */
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
  async (name, lock) => {
    const [locked, bystander] = [await createAccount(system), await createAccount(system)];
    const refused: HttpAnswer[] = [];
    await expectUndisturbed(`a lock on ${name}`, paidCallsOf(bystander), (calls) =>
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
  300_000,
);

test('a busy session of the dashboard is answered 429, and the session of another person is not touched', async () => {
  const busy = await openSession(system, (await createAccount(system)).accountId);
  const bystander = await openSession(system, (await createAccount(system)).accountId);
  expect((await busy.get('/api/person')).status).toBe(200);
  const refused: Response[] = [];
  await expectUndisturbed(
    'a busy session',
    () => bystander.get('/api/person'),
    async (calls) => {
      refused.push(...(await whileBusy(busy, (answers) => calls(() => answers.length > 16))));
    },
  );
  expect(refused.length).toBeGreaterThan(16);
  for (const { status, headers } of refused) {
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
  }
}, 300_000);

const historyCalls = 200_000;

/**
 * Gives an account the calls of three weeks, and the usage that billing stores about them. Then runs `work`. Returns
 * how many holds PostgreSQL read meanwhile.
 */
async function readsOfHistory(accountId: string, work: () => Promise<void>): Promise<number> {
  const client = new pg.Client({ connectionString: system.postgresUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO billing.holds (id, account_id, trace_id, operation, held_micros, state, held_at, due_at, ended_at, outcome)
       SELECT 'h_' || $1 || n, $1, md5(n::text), 'get_data game.players', 1, 'released', at, at, at, 'refused'
       FROM (SELECT n, now() - n * interval '10 seconds' AS at FROM generate_series(1, ${historyCalls}) AS n) AS call`,
      [accountId],
    );
    await client.query(
      `INSERT INTO billing.usage_by_hour (account_id, hour, type, outcome, level, calls, debited_micros)
       SELECT $1, date_trunc('hour', held_at, 'UTC'), 'game.players', 'refused', '', count(*), 0
       FROM billing.holds WHERE account_id = $1 GROUP BY 2`,
      [accountId],
    );
    const reads = async (): Promise<number> => {
      await client.query('SELECT pg_stat_force_next_flush()');
      const { rows } = await client.query<{ reads: string }>(
        `SELECT sum(seq_tup_read + idx_tup_fetch) AS reads FROM pg_stat_user_tables WHERE relname LIKE 'holds%'`,
      );
      return Number(rows[0]?.reads);
    };
    const before = await reads();
    await work();
    return (await reads()) - before;
  } finally {
    await client.query('DELETE FROM billing.usage_by_hour WHERE account_id = $1', [accountId]);
    await client.query('DELETE FROM billing.holds WHERE account_id = $1', [accountId]);
    await client.end();
  }
}

test('while the overview of a long history is refreshed 40 times, it answers, and calls of another account are as fast as before', async () => {
  const [{ accountId }, bystander] = [await createAccount(system), await createAccount(system)];
  // The attacker uses several sessions of one person. The limit of one session would end the attack.
  const email = `${randomUUID()}@example.com`;
  const sessions: Session[] = [];
  while (sessions.length < 4) {
    sessions.push(await openSession(system, accountId, email));
  }
  const refreshes: number[] = [];
  const reads = await readsOfHistory(accountId, () =>
    expectUndisturbed('40 refreshes of a long history', paidCallsOf(bystander), async (calls) => {
      let begun = 0;
      const attack = async (session: Session): Promise<void> => {
        while (begun < 40) {
          begun += 1;
          refreshes.push((await session.get(`/api/accounts/${accountId}/overview?days=30`)).status);
        }
      };
      const attackers = Promise.all([...sessions, ...sessions].map(attack));
      await calls(() => begun >= 40);
      await attackers;
    }),
  );
  expect(refreshes.length).toBeGreaterThanOrEqual(40);
  process.stdout.write(
    `${refreshes.length} refreshes and the calls beside them read ${reads} of ${historyCalls} holds\n`,
  );
  expect(reads).toBeLessThan(historyCalls);
  expect(refreshes.filter((status) => status !== 200)).toEqual([]);
}, 300_000);

test('60 watches whose receiver answers 404 leave another account on the same host every notification, as fast as before', async () => {
  const bystander = await createAccount(system);
  const receiver = await scene.openReceiver();
  const notified = (watchId: string): number =>
    receiver.received.filter(({ body }) => body['watchId'] === watchId).length;
  receiver.handle = (response, { url }) => void response.writeHead(url === '/refuse' ? 404 : 204).end();
  const urlOf = (path: string): string => new URL(path, receiver.url).href;
  const watched = freshAddress();
  const { id } = await createWatch(system.gatewayUrl, bystander.key, { address: watched, webhookUrl: urlOf('/take') });
  let lamports = 1_000;
  let attacked: string | undefined;
  const notify = async (): Promise<{ status: number }> => {
    const before = notified(id);
    lamports += 1;
    if (attacked !== undefined) {
      await setLamports(system, attacked, lamports);
    }
    await setLamports(system, watched, lamports);
    await until(
      async () => notified(id),
      (count) => count > before,
      20_000,
    );
    return { status: 200 };
  };
  const attack = async (calls: (isOver: () => boolean) => Promise<void>): Promise<void> => {
    // Each round has a new account, because failed deliveries make an account's watches less frequent.
    const { key } = await createAccount(system);
    const address = freshAddress();
    const watch = { address, webhookUrl: urlOf('/refuse') };
    await Promise.all(Array.from({ length: 60 }, () => createWatch(system.gatewayUrl, key, watch)));
    const before = receiver.received.length;
    const enough = (): boolean => receiver.received.length >= before + 60;
    attacked = address;
    await calls(enough);
    attacked = undefined;
    expect(enough()).toBe(true);
  };
  await expectUndisturbed('60 watches that fail', notify, attack, 15);
  expect(new Set(await scene.outcomesOf(id))).toEqual(new Set(['delivered']));
}, 300_000);
