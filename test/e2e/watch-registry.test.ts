import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { Assay } from '@assay/client';
import { rootContext } from '@assay/rpc/context';
import { freePort } from '@assay/stack/ports';
import type { RunningProcess } from '@assay/stack/process';
import { startServiceProcess } from '@assay/stack/service-process';
import { balanceOf, createAccount, withBilling, type TestAccount } from '@assay/stack/testing/accounts';
import { send, sharedSystem, type HttpAnswer } from './support/system.ts';

const system = sharedSystem();
const wallet = 'So11111111111111111111111111111111111111112';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
/**
 * A webhook URL with a public IP address, so that no name server is needed. Nothing changes at the watched addresses,
 * so the service never calls it.
 */
const webhookUrl = 'https://8.8.8.8/assay?tenant=1';
const good = { type: 'chain.resolve_address', params: { address: wallet }, webhookUrl };
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(system);
});

function gateway(index: number): string {
  return system.gatewayUrls[index % system.gatewayUrls.length] ?? system.gatewayUrl;
}
const create = (body: unknown, key = account.key, index = 0): Promise<HttpAnswer> =>
  send(`${gateway(index)}/v1/watch`, { key, body });
const list = async (key = account.key, index = 0): Promise<readonly Record<string, unknown>[]> =>
  (await send(`${gateway(index)}/v1/watch`, { key })).body['watches'] as readonly Record<string, unknown>[];
const remove = (id: unknown, key = account.key): Promise<HttpAnswer> =>
  send(`${gateway(1)}/v1/watch/${String(id)}`, { key, method: 'DELETE' });

test('every gateway lists and deletes a registered watch, and neither costs credits', async () => {
  const owner = await createAccount(system, { creditMicros: 0n });
  const condition = { field: 'lamports', crosses: 1_000_000, direction: 'below' };
  const created = await create({ ...good, condition, minIntervalSeconds: 0 }, owner.key);
  expect(created.status).toBe(201);
  const { webhookSecret, ...record } = created.body;
  expect(webhookSecret).toMatch(/^whsec_[0-9A-Za-z_-]{43}$/);
  expect(record).toEqual({
    id: expect.stringMatching(/^w_[0-9A-Za-z]{22}$/),
    type: 'chain.resolve_address',
    params: { address: wallet },
    condition,
    webhookUrl,
    minIntervalSeconds: 0,
    minLevel: 'single_source',
    watchedAddress: wallet,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    lastTriggeredAt: null,
    lastDeliveredAt: null,
    lastAttempt: null,
  });
  expect(await list(owner.key, 1)).toEqual([record]);
  const removed = await remove(record['id'], owner.key);
  expect({ status: removed.status, text: removed.text }).toEqual({ status: 204, text: '' });
  expect(removed.headers.get('x-trace-id')).toMatch(/^tr_/);
  expect(await list(owner.key)).toEqual([]);
  const again = await remove(record['id'], owner.key);
  expect(again.status).toBe(404);
  expect(again.body).toMatchObject({ status: 'error', code: 'NOT_FOUND', error: expect.stringContaining('no watch') });
  expect(await balanceOf(system, owner.accountId)).toEqual({ balanceMicros: 0n, heldMicros: 0n });
});

test.each([
  ['chain.can_sign', { signer: mint, target: wallet }, wallet],
  ['chain.token_risk', { address: mint }, mint],
  ['chain.pool_state', { pool: wallet }, wallet],
  ['chain.token_account_owner', { account: wallet }, wallet],
])('%s watches the address that its parameters name', async (type, params, watchedAddress) => {
  const { status, body } = await create({ type, params, webhookUrl });
  expect(status).toBe(201);
  expect(body).toMatchObject({ type, params, watchedAddress, condition: null, minIntervalSeconds: 30 });
});

test('only the account of a watch can see and delete it, with any of its keys', async () => {
  const [mine, theirs] = [await createAccount(system), await createAccount(system)];
  const second = await withBilling(system, (billing) =>
    billing.CreateKey({ account_id: mine.accountId }, rootContext(5_000)),
  );
  const { body } = await create(good, mine.key);
  expect(await list(theirs.key)).toEqual([]);
  expect((await remove(body['id'], theirs.key)).status).toBe(404);
  expect((await list(second.key)).map(({ id }) => id)).toEqual([body['id']]);
  expect((await remove(body['id'], second.key)).status).toBe(204);
});

test.each([
  ['a type that cannot be watched', { ...good, type: 'token.price', params: {} }, '"token.price" cannot be watched'],
  ['no type', { params: good.params, webhookUrl }, '"type" must be one of'],
  ['no params', { type: good.type, webhookUrl }, '"params" must be an object'],
  ['a missing parameter', { ...good, params: {} }, 'needs address'],
  ['an unknown parameter', { ...good, params: { address: wallet, adress: mint } }, 'has no parameter "adress"'],
  ['a malformed address', { ...good, params: { address: `${wallet}1` } }, 'must be an address'],
  ['a field that the type lacks', { ...good, condition: { field: 'price', changes: true } }, 'has no field "price"'],
  [
    'a threshold for what is no number',
    { ...good, condition: { field: 'kind', crosses: 1, direction: 'above' } },
    'numeric',
  ],
  ['a direction that is none', { ...good, condition: { field: 'slot', crosses: 1, direction: 'up' } }, '"below"'],
  ['half of both conditions', { ...good, condition: { field: 'slot', changes: true, crosses: 1 } }, 'one of two forms'],
  ['an interval over a day', { ...good, minIntervalSeconds: 86_401 }, 'from 0 to 86400'],
  ['no URL', { type: good.type, params: good.params }, '"webhookUrl" must be'],
  ['a name that does not exist', { ...good, webhookUrl: 'https://no-such-name.example/' }, '"webhookUrl"'],
  ['this very gateway', { ...good, webhookUrl: `${system.gatewayUrl}/v1/ask` }, 'to an address of Assay itself'],
])('%s is 400 WATCH_REJECTED with the reason', async (_, body, words) => {
  const answer = await create(body);
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    status: 'error',
    code: 'WATCH_REJECTED',
    error: expect.stringContaining(words),
    traceId: answer.headers.get('x-trace-id'),
  });
});

const spellings = JSON.parse(
  readFileSync(new URL('../../packages/egress/src/testing/ssrf-urls.json', import.meta.url), 'utf8'),
) as readonly { readonly name: string; readonly url: string }[];
// These spellings name public hosts. It depends on the machine whether the names can be resolved. So both results are
// right.
const meansPublicHost = new Set(['port 22', 'port empty', 'scheme upper']);

/**
 * Starts a second gateway and a second watch service. They allow no private network, while the shared services allow
 * loopback for the tests' receivers. The second watch service neither polls nor delivers.
 */
async function closedGateway(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const stack = JSON.parse(readFileSync(join(system.dataDir, 'stack.json'), 'utf8')) as {
    readonly postgresUrl: string;
    readonly resolverAddress: string;
  };
  const [watchPort, gatewayPort] = [await freePort(), await freePort()];
  const environment = {
    ...process.env,
    ASSAY_BIND_HOST: '127.0.0.1',
    ASSAY_MUTUAL_TLS: 'off',
    ASSAY_PG_URL: stack.postgresUrl,
    ASSAY_NATS_URL: 'nats://127.0.0.1:1',
    ASSAY_ADMIN_TOKEN: system.adminToken,
    ASSAY_BILLING_ADDRESS: system.billingAddress,
    ASSAY_ENGINE_ADDRESS: system.engineAddress,
    ASSAY_RESOLVER_ADDRESS: stack.resolverAddress,
    ASSAY_GATE_ADDRESS: '127.0.0.1:1',
    ASSAY_WATCH_ADDRESS: `127.0.0.1:${watchPort}`,
    ASSAY_WATCH_SECRET_KEYS: `closed:${Buffer.alloc(32).toString('base64url')}`,
    ASSAY_EGRESS_ALLOW: '',
    ASSAY_RPC_URLS: '{}',
  };
  const processes: RunningProcess[] = [];
  const start = (name: string, settings: object): Promise<RunningProcess> =>
    startServiceProcess(
      {
        name,
        commandLine: () => [
          process.execPath,
          fileURLToPath(new URL(`../../services/${name}/dist/main.js`, import.meta.url)),
        ],
        environment: { ...environment, ...settings },
        logFile: join(system.dataDir, 'logs', `closed-${name}.log`),
      },
      (spawned) => processes.push(spawned),
    );
  await start('watch', { ASSAY_RPC_PORT: String(watchPort) });
  await start('gateway', { ASSAY_PORT: String(gatewayPort) });
  return {
    url: `http://127.0.0.1:${gatewayPort}`,
    stop: async () => {
      for (const running of processes) {
        running.signal('SIGTERM');
        await running.exited;
      }
    },
  };
}

test('every spelling of a forbidden address is rejected with a message about webhookUrl', async () => {
  const closed = await closedGateway();
  const forbidden = spellings.filter(({ name }) => !meansPublicHost.has(name));
  expect(forbidden).toHaveLength(100);
  const answers: HttpAnswer[] = [];
  let withoutNode: HttpAnswer | undefined;
  try {
    for (const { url } of forbidden) {
      const body = { ...good, webhookUrl: url };
      answers.push(await send(`${closed.url}/v1/watch`, { key: account.key, body }));
    }
    const valid = { ...good, webhookUrl: 'https://8.8.8.8/x' };
    withoutNode = await send(`${closed.url}/v1/watch`, { key: account.key, body: valid });
  } finally {
    await closed.stop();
  }
  const passed = forbidden.filter((_spelling, index) => answers[index]?.body['code'] !== 'WATCH_REJECTED');
  expect(passed).toEqual([]);
  for (const { body } of answers) {
    expect(body['error']).toMatch(/^"webhookUrl": /);
  }
  // The second watch service also has no node, so nothing could detect a change for it.
  expect(withoutNode?.body).toMatchObject({ code: 'WATCH_REJECTED', error: expect.stringContaining('no node') });
});

test.each(['https://8.8.8.8/x', 'http://1.1.1.1:8080/', 'https://[2606:4700:4700::1111]/hook'])(
  'the public address %s is accepted',
  async (url) => {
    const { status, body } = await create({ ...good, webhookUrl: url });
    expect({ status, url: body['webhookUrl'] }).toEqual({ status: 201, url });
  },
);

test('key, rate limit, method and media type are checked before the body', async () => {
  const url = `${system.gatewayUrl}/v1/watch`;
  expect((await send(url, { body: '{' })).body['code']).toBe('INVALID_KEY');
  expect((await send(url, { key: account.key, body: '{' })).body['code']).toBe('INVALID_JSON');
  const typed = await send(url, { key: account.key, body: '{}', headers: { 'content-type': 'text/plain' } });
  expect(typed.status).toBe(415);
  const put = await send(url, { key: account.key, method: 'PUT', body: {} });
  expect({ status: put.status, allow: put.headers.get('allow')?.split(', ').toSorted() }).toEqual({
    status: 405,
    allow: ['GET', 'HEAD', 'POST'],
  });
  const limited = await createAccount(system, { rateLimitPerMinute: 1 });
  expect((await create(good, limited.key)).status).toBe(201);
  expect((await create({}, limited.key)).status).toBe(429);
});

test('an account has at most a thousand watches, also under concurrent registrations', async () => {
  const { key } = await createAccount(system);
  const answers: HttpAnswer[] = [];
  const caller = async (index: number): Promise<void> => {
    for (let count = 0; count < 51; count += 1) {
      answers.push(await create(good, key, index));
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => caller(index)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1_000);
  const rejected = answers.filter(({ status }) => status === 400);
  expect(rejected).toHaveLength(20);
  expect(rejected[0]?.body['error']).toContain('at most 1000 watches');
  const listed = (await list(key)).map(({ id }) => id);
  expect(listed).toHaveLength(1_000);
  // The client gets the same watches in the same order, page by page.
  const iterated: string[] = [];
  for await (const { id } of new Assay({ apiKey: key, baseUrl: gateway(1) }).watches.iterate({ pageSize: 200 })) {
    iterated.push(id);
  }
  expect(iterated).toEqual(listed);
}, 90_000);

test('no log and no list contains a webhook secret', async () => {
  const { body } = await create(good);
  const secret = String(body['webhookSecret']).slice('whsec_'.length);
  expect(JSON.stringify(await list())).not.toContain('whsec_');
  const logs = join(system.dataDir, 'logs');
  for (const file of readdirSync(logs)) {
    const text = readFileSync(join(logs, file), 'utf8');
    expect(text).not.toContain(secret);
    expect(text).not.toContain('whsec_');
  }
});
