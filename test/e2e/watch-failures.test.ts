import { createAuthority } from '@assay/egress/testing/certificates';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer } from 'node:net';
import pg from 'pg';
import { rootContext } from '@assay/rpc/context';
import { createAccount, sharedSystem, until, withBilling } from './support/system.ts';
import {
  answering,
  createWatch,
  freshAddress,
  recordOf,
  setLamports,
  startReceiver,
  type Behaviour,
  type Receiver,
} from './support/watch.ts';

const system = sharedSystem();
const { gatewayUrl } = system;
const startMicros = 100_000_000n;

let database: pg.Pool;
const receivers: Receiver[] = [];

beforeAll(() => {
  database = new pg.Pool({ connectionString: system.postgresUrl, max: 2 });
});

afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await database.end();
});

async function settled(watchId: string, count: number): Promise<string[]> {
  return until(
    async () => {
      const { rows } = await database.query<{ outcome: string }>(
        "SELECT outcome FROM watch.deliveries WHERE watch_id = $1 AND state = 'ended' ORDER BY ended_at",
        [watchId],
      );
      return rows.map(({ outcome }) => outcome);
    },
    (outcomes) => outcomes.length >= count,
    20_000,
  );
}

async function accountOf(accountId: string): Promise<{ balance: bigint; held: bigint }> {
  const { account } = await withBilling(system, (billing) =>
    billing.GetAccount({ account_id: accountId }, rootContext(5_000)),
  );
  return { balance: BigInt(account?.balance_micros ?? '0'), held: BigInt(account?.held_micros ?? '0') };
}

const trickle: Behaviour = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 50);
  response.on('close', () => clearInterval(timer));
};

const flood: Behaviour = (response) => {
  response.writeHead(200);
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536))) {
      // The connection takes more.
    }
  };
  response.on('drain', more);
  more();
};

let redirected: Receiver | undefined;

const failures: [string, Behaviour, { httpStatus: number | null; error: RegExp }][] = [
  ['an answer of 500', answering(500), { httpStatus: 500, error: /answered 500; only a 2xx/ }],
  ['an answer of 404', answering(404), { httpStatus: 404, error: /answered 404; only a 2xx/ }],
  [
    'a redirect',
    (response, request) => answering(307, { location: redirected?.url ?? '' })(response, request),
    { httpStatus: 307, error: /redirects are not followed/ },
  ],
  ['no answer in time', () => undefined, { httpStatus: null, error: /not complete in time/ }],
  ['an answer that trickles', trickle, { httpStatus: 200, error: /not complete in time/ }],
  ['an answer without end', flood, { httpStatus: 200, error: /exceeds the size limit/ }],
  [
    'a connection that is cut',
    (response) => void response.destroy(),
    { httpStatus: null, error: /connection closed before the answer/ },
  ],
];

test.each(failures)(
  '%s is logged, not sent again, not charged, and leaves the value to compare with: the next change is told',
  async (_name, behaviour, logged) => {
    const { key, accountId } = await createAccount(system, { creditMicros: startMicros });
    const receiver = await startReceiver();
    redirected = await startReceiver();
    receivers.push(receiver, redirected);
    const address = freshAddress();
    const condition = { field: 'lamports', crosses: 100, direction: 'above' };
    // The interval is long: an attempt that failed must not begin it.
    const watch = { webhookUrl: receiver.url, address, condition, minIntervalSeconds: 600 };
    const { id } = await createWatch(gatewayUrl, key, watch);
    await setLamports(system, address, 50);
    expect(await settled(id, 1)).toEqual(['unmet']);
    receiver.behave = behaviour;
    await setLamports(system, address, 150);
    expect(await settled(id, 2)).toEqual(['unmet', 'failed']);
    expect(await recordOf(gatewayUrl, key, id)).toMatchObject({
      lastDeliveredAt: null,
      lastAttempt: {
        at: expect.any(String),
        outcome: 'failed',
        httpStatus: logged.httpStatus,
        error: expect.stringMatching(logged.error),
      },
    });
    const released = await until(
      () => accountOf(accountId),
      ({ held }) => held === 0n,
      15_000,
    );
    expect(released).toEqual({ balance: startMicros, held: 0n });
    receiver.behave = answering(200);
    await setLamports(system, address, 160);
    expect(await settled(id, 3)).toEqual(['unmet', 'failed', 'delivered']);
    expect(receiver.received.map(({ value }) => value['lamports'])).toEqual(['150', '160']);
    expect(redirected.received).toEqual([]);
    const charged = await until(
      () => accountOf(accountId),
      ({ balance }) => balance < startMicros,
      15_000,
    );
    expect(charged.balance).toBeGreaterThan(startMicros - 10_000n);
  },
  60_000,
);

/** A port that nobody listens on at this moment. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('a refused connection is logged without saying where, and the next change reaches who listens by then', async () => {
  const { key } = await createAccount(system);
  const port = await closedPort();
  const address = freshAddress();
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: `http://127.0.0.1:${port}/hook`, address });
  await setLamports(system, address, 1);
  expect(await settled(id, 1)).toEqual(['failed']);
  const { lastAttempt } = await recordOf(gatewayUrl, key, id);
  expect(lastAttempt).toMatchObject({ httpStatus: null, error: 'the host accepted no connection in time' });
  expect(JSON.stringify(lastAttempt)).not.toContain('127.0.0.1');
  const receiver = await startReceiver({ port });
  receivers.push(receiver);
  await setLamports(system, address, 2);
  expect(await settled(id, 2)).toEqual(['failed', 'delivered']);
  expect(receiver.received.map(({ value }) => value['lamports'])).toEqual(['2']);
}, 60_000);

test('a certificate of nobody`s authority is a failed attempt each time, and no request gets that far', async () => {
  const { key, accountId } = await createAccount(system, { creditMicros: startMicros });
  const receiver = await startReceiver({ certificate: createAuthority().issue([], ['127.0.0.1']) });
  receivers.push(receiver);
  const address = freshAddress();
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address });
  for (const lamports of [1, 2]) {
    await setLamports(system, address, lamports);
    await settled(id, lamports);
  }
  expect(await settled(id, 2)).toEqual(['failed', 'failed']);
  expect(await recordOf(gatewayUrl, key, id)).toMatchObject({
    lastAttempt: { httpStatus: null, error: expect.stringContaining('TLS was not established') },
  });
  expect(receiver.received).toEqual([]);
  expect((await accountOf(accountId)).balance).toBe(startMicros);
}, 60_000);

test('a webhook that never answers does not hold up another one', async () => {
  const { key } = await createAccount(system);
  const [slow, prompt] = [await startReceiver(), await startReceiver()];
  receivers.push(slow, prompt);
  slow.behave = () => undefined;
  const address = freshAddress();
  await Promise.all(Array.from({ length: 30 }, () => createWatch(gatewayUrl, key, { webhookUrl: slow.url, address })));
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: prompt.url, address });
  const took: number[] = [];
  for (let lamports = 1; lamports <= 4; lamports += 1) {
    const changedAtMs = Date.now();
    await setLamports(system, address, lamports);
    await settled(id, lamports);
    took.push(Date.now() - changedAtMs);
  }
  expect(prompt.received).toHaveLength(4);
  // One silent webhook takes 1.5 s here, and thirty by turns of eight take six: whoever waited for them would show it.
  expect(Math.min(...took)).toBeLessThan(1_400);
  expect(took.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(6_000);
}, 60_000);

test('no secret, key or token of a webhook`s URL is in any log', async () => {
  const { key } = await createAccount(system);
  const receiver = await startReceiver();
  receivers.push(receiver);
  const address = freshAddress();
  const { id, secret } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address });
  await setLamports(system, address, 1);
  await settled(id, 1);
  receiver.behave = answering(500);
  await setLamports(system, address, 2);
  await settled(id, 2);
  const { readdirSync, readFileSync } = await import('node:fs');
  const logs = `${system.dataDir}/logs`;
  const text = readdirSync(logs)
    .map((file) => readFileSync(`${logs}/${file}`, 'utf8'))
    .join('\n');
  for (const hidden of [secret, secret.slice('whsec_'.length), key, 'token=of-the-receiver']) {
    expect(text).not.toContain(hidden);
  }
}, 60_000);
