import { createAuthority } from '@assay/egress/testing/certificates';
import { afterAll, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { balanceOf, createAccount } from '@assay/stack/testing/accounts';
import { ledgerChargesOf } from './support/charges.ts';
import { setLamports } from './support/sandbox-control.ts';
import { sharedSystem, until } from './support/system.ts';
import { openWatchScene } from './support/watch-scene.ts';
import {
  answering,
  createWatch,
  freshAddress,
  recordOf,
  type RequestHandler,
  type WebhookReceiver,
} from './support/watch.ts';

const system = sharedSystem();
const { gatewayUrl } = system;
const startMicros = 100_000_000n;

const scene = openWatchScene(system);
const { endedDeliveries, openReceiver } = scene;

afterAll(() => scene.close());

const trickle: RequestHandler = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 50);
  response.on('close', () => clearInterval(timer));
};

const flood: RequestHandler = (response) => {
  response.writeHead(200);
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536))) {
      // Write until the buffer of the socket is full.
    }
  };
  response.on('drain', more);
  more();
};

let redirected: WebhookReceiver | undefined;

const failures: [string, RequestHandler, { httpStatus: number | null; error: RegExp }][] = [
  ['an answer of 500', answering(500), { httpStatus: 500, error: /answered 500; only a 2xx/ }],
  ['an answer of 404', answering(404), { httpStatus: 404, error: /answered 404; only a 2xx/ }],
  [
    'a redirect',
    (response, request) => answering(307, { location: redirected?.url ?? '' })(response, request),
    { httpStatus: 307, error: /redirects are not followed/ },
  ],
  ['no answer in time', () => undefined, { httpStatus: null, error: /not complete in time/ }],
  ['an answer that trickles', trickle, { httpStatus: 200, error: /not complete in time/ }],
  [
    'a connection that is cut',
    (response) => void response.destroy(),
    { httpStatus: null, error: /connection closed before the answer/ },
  ],
];

test.each(failures)(
  '%s is recorded, not retried and not charged, and the next change is compared with the value before it',
  async (_, handler, logged) => {
    const { key, accountId } = await createAccount(system, { creditMicros: startMicros });
    const receiver = await openReceiver();
    redirected = await openReceiver();
    const address = freshAddress();
    const condition = { field: 'lamports', crosses: 100, direction: 'above' };
    // A failed attempt must not start the quiet time. The long interval makes this visible.
    const watch = { webhookUrl: receiver.url, address, condition, minIntervalSeconds: 600 };
    const { id } = await createWatch(gatewayUrl, key, watch);
    await setLamports(system, address, 50);
    expect(await endedDeliveries(id, 1)).toEqual(['unmet']);
    receiver.handle = handler;
    await setLamports(system, address, 150);
    expect(await endedDeliveries(id, 2)).toEqual(['unmet', 'failed']);
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
      () => balanceOf(system, accountId),
      ({ heldMicros }) => heldMicros === 0n,
      15_000,
    );
    expect(released).toEqual({ balanceMicros: startMicros, heldMicros: 0n });
    receiver.handle = answering(200);
    await setLamports(system, address, 160);
    expect(await endedDeliveries(id, 3)).toEqual(['unmet', 'failed', 'delivered']);
    expect(receiver.received.map(({ value }) => value['lamports'])).toEqual(['150', '160']);
    expect(redirected.received).toEqual([]);
    const charged = await until(
      () => balanceOf(system, accountId),
      ({ balanceMicros }) => balanceMicros < startMicros,
      15_000,
    );
    expect(charged.balanceMicros).toBeGreaterThan(startMicros - 10_000n);
  },
  60_000,
);

test('a 2xx answer with an endless body counts as received', async () => {
  const { key } = await createAccount(system);
  const receiver = await openReceiver();
  receiver.handle = flood;
  const address = freshAddress();
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address });
  await setLamports(system, address, 1);
  expect(await endedDeliveries(id, 1)).toEqual(['delivered']);
  expect(await recordOf(gatewayUrl, key, id)).toMatchObject({ lastAttempt: { outcome: 'delivered', httpStatus: 200 } });
}, 60_000);

test('a failing webhook is no free feed: attempts become rare, nothing is charged, and the first receipt is', async () => {
  const { key, accountId } = await createAccount(system, { creditMicros: startMicros });
  const receiver = await openReceiver();
  receiver.handle = answering(500);
  const address = freshAddress();
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address });
  const startedAtMs = Date.now();
  let triggeredAt: unknown = null;
  let lamports = 0;
  const change = async (): Promise<Record<string, unknown>> => {
    lamports += 1;
    await setLamports(system, address, lamports);
    const watchRecord = await until(
      () => recordOf(gatewayUrl, key, id),
      ({ lastTriggeredAt }) => lastTriggeredAt !== triggeredAt,
      15_000,
    );
    triggeredAt = watchRecord['lastTriggeredAt'];
    return watchRecord;
  };
  for (let changes = 0; changes < 20; changes += 1) {
    await change();
  }
  // The attempts are at least 0, 1, 2, 4 and so on seconds apart. So this maximum holds however long the changes took.
  const maxAttempts = 3 + Math.ceil(Math.log2(1 + (Date.now() - startedAtMs) / 1_000));
  expect(receiver.received.length).toBeGreaterThanOrEqual(2);
  expect(receiver.received.length).toBeLessThanOrEqual(maxAttempts);
  const { lastAttempt } = await recordOf(gatewayUrl, key, id);
  expect(lastAttempt).toMatchObject({ outcome: 'failed', error: expect.stringMatching(/answered 500/) });
  const free = await until(
    () => balanceOf(system, accountId),
    ({ heldMicros }) => heldMicros === 0n,
    15_000,
  );
  expect(free).toEqual({ balanceMicros: startMicros, heldMicros: 0n });

  receiver.handle = answering(204);
  await until(change, ({ lastDeliveredAt }) => lastDeliveredAt !== null, 40_000);
  // The receiver counts a notification before the service records its outcome.
  const outcomes = await until(
    async () => (await scene.outcomesOf(id)).filter((outcome) => outcome === 'delivered' || outcome === 'failed'),
    (ended) => ended.length === receiver.received.length,
    30_000,
  );
  expect(outcomes).toHaveLength(receiver.received.length);
  const deliveries = outcomes.filter((outcome) => outcome === 'delivered').length;
  const captures = await until(
    () => ledgerChargesOf(scene.database, accountId),
    (charges) => charges.captures === deliveries,
    15_000,
  );
  expect(captures).toMatchObject({ captures: deliveries, reversals: 0 });
  const paid = await balanceOf(system, accountId);
  expect(startMicros - paid.balanceMicros).toBe(captures.capturedMicros);
}, 120_000);

/** Returns a port on which no process listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('a refused connection is recorded without its address, and the next change reaches a receiver that listens by then', async () => {
  const { key } = await createAccount(system);
  const port = await closedPort();
  const address = freshAddress();
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: `http://127.0.0.1:${port}/hook`, address });
  await setLamports(system, address, 1);
  expect(await endedDeliveries(id, 1)).toEqual(['failed']);
  const { lastAttempt } = await recordOf(gatewayUrl, key, id);
  expect(lastAttempt).toMatchObject({ httpStatus: null, error: 'the host accepted no connection in time' });
  expect(JSON.stringify(lastAttempt)).not.toContain('127.0.0.1');
  const receiver = await openReceiver({ port });
  await setLamports(system, address, 2);
  expect(await endedDeliveries(id, 2)).toEqual(['failed', 'delivered']);
  expect(receiver.received.map(({ value }) => value['lamports'])).toEqual(['2']);
}, 60_000);

test('a certificate of an unknown authority fails every attempt before a request is sent', async () => {
  const { key, accountId } = await createAccount(system, { creditMicros: startMicros });
  const receiver = await openReceiver({ certificate: createAuthority().issue([], ['127.0.0.1']) });
  const address = freshAddress();
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address });
  for (const lamports of [1, 2]) {
    await setLamports(system, address, lamports);
    await endedDeliveries(id, lamports);
  }
  expect(await endedDeliveries(id, 2)).toEqual(['failed', 'failed']);
  expect(await recordOf(gatewayUrl, key, id)).toMatchObject({
    lastAttempt: { httpStatus: null, error: expect.stringContaining('TLS was not established') },
  });
  expect(receiver.received).toEqual([]);
  expect((await balanceOf(system, accountId)).balanceMicros).toBe(startMicros);
}, 60_000);

test('silent webhooks do not delay another webhook', async () => {
  const { key } = await createAccount(system);
  const [slow, prompt] = [await openReceiver(), await openReceiver()];
  slow.handle = () => undefined;
  const address = freshAddress();
  await Promise.all(Array.from({ length: 30 }, () => createWatch(gatewayUrl, key, { webhookUrl: slow.url, address })));
  const { id } = await createWatch(gatewayUrl, key, { webhookUrl: prompt.url, address });
  const durationsMs: number[] = [];
  for (let lamports = 1; lamports <= 4; lamports += 1) {
    const changedAtMs = Date.now();
    await setLamports(system, address, lamports);
    await endedDeliveries(id, lamports);
    durationsMs.push(Date.now() - changedAtMs);
  }
  expect(prompt.received).toHaveLength(4);
  // A webhook that does not answer times out after 1.5 s. Thirty of them in groups of eight take 6 s. If they delayed
  // another delivery, it would exceed these limits.
  expect(Math.min(...durationsMs)).toBeLessThan(1_400);
  expect(durationsMs.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(6_000);
}, 60_000);

test('no log contains a webhook secret, a key or a token of a webhook URL', async () => {
  const { key } = await createAccount(system);
  const receiver = await openReceiver();
  const address = freshAddress();
  const { id, secret } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address });
  await setLamports(system, address, 1);
  await endedDeliveries(id, 1);
  receiver.handle = answering(500);
  await setLamports(system, address, 2);
  await endedDeliveries(id, 2);
  const logs = `${system.dataDir}/logs`;
  const text = readdirSync(logs)
    .map((file) => readFileSync(`${logs}/${file}`, 'utf8'))
    .join('\n');
  for (const hidden of [secret, secret.slice('whsec_'.length), key, 'token=of-the-receiver']) {
    expect(text).not.toContain(hidden);
  }
}, 60_000);
