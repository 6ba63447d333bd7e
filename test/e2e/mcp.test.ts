import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { balanceOf, createAccount, type TestAccount } from '@assay/stack/testing/accounts';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lenientPolicy, openGate, tradeIn, type GateScene } from './support/gate.ts';
import { connectMcp, eras, startKeyProxy, transports, type McpCaller, type ToolResult } from './support/mcp.ts';
import { nodesMeasuredWithinMs } from './support/nodes.ts';
import { getData, send, sharedSystem, until } from './support/system.ts';

const system = sharedSystem();
const { gatewayUrl } = system;
const repository = fileURLToPath(new URL('../../', import.meta.url));
const opened: (() => Promise<unknown>)[] = [];

let scene: GateScene;
let account: TestAccount;

beforeAll(async () => {
  scene = await openGate(system);
  account = await createAccount(system);
}, nodesMeasuredWithinMs + 10_000);
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
});
afterAll(() => scene.restore());

/** Connects a client, which is closed at the end of the test. */
async function connect(
  era: (typeof eras)[number] = '2026-07-28',
  transport: (typeof transports)[number] = 'http',
  { key }: { readonly key: string } = account,
): Promise<McpCaller> {
  const caller = await connectMcp(era, transport, { gatewayUrl, key });
  opened.push(caller.close);
  return caller;
}

/** Converts an amount in credits to micro-credits. */
const micros = (credits: unknown): bigint => BigInt(Math.round(Number(credits) * 1e6));

/** Returns a body without the fields that differ between two calls: ids, times, observations and the balance. */
function stable(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { traceId: _traceId, balanceAfter: _balanceAfter, data, verification, ...rest } = body;
  const { traceId: _id, ...evidence } = (verification ?? {}) as Record<string, unknown>;
  return { ...rest, data: Object.keys((data ?? {}) as object), evidence };
}

test('the official conformance suite passes, except for scenarios of features that the server does not offer', async () => {
  const { key } = await createAccount(system);
  // Send a valid request first. Otherwise the limit on unknown keys would apply to the requests of the suite.
  await send(`${gatewayUrl}/v1/types`, { key });
  const proxy = await startKeyProxy(gatewayUrl, key);
  opened.push(proxy.close);
  const directory = mkdtempSync(join(tmpdir(), 'assay-conformance-'));
  opened.push(async () => rmSync(directory, { recursive: true }));
  const suite = join(repository, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const baseline = join(repository, 'packages/mcp/conformance-baseline.yml');
  const options = ['--url', `${proxy.url}/mcp`, '--suite', 'all', '--output-dir', directory];
  const args = [suite, 'server', ...options, '--expected-failures', baseline];
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, args, { timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? error.signal), output: stdout + stderr }),
    );
  });
  expect(code === 0 ? '' : output).toBe('');
  for (const scenario of ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']) {
    expect(output).toMatch(new RegExp(`✓.* ${scenario}: [1-9]\\d* passed, 0 failed`));
  }
}, 90_000);

test.each(eras.flatMap((era) => transports.map((transport) => [era, transport] as const)))(
  'the official client of %s lists and calls the tools over %s',
  async (era, transport) => {
    const caller = await connect(era, transport);
    const tools = await caller.list();
    expect(tools).toHaveLength(8);
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(8_000);
    const { body } = await caller.call('get_data', { type: 'game.players', params: { game: 'Dota 2' } });
    const direct = await getData(gatewayUrl, account.key, 'game.players', { game: 'Dota 2' });
    expect(stable(body)).toEqual(stable(direct.body));
    const missing = await caller.call('get_data', { type: 'spot.price', params: {} });
    expect(missing).toMatchObject({ isError: true, text: expect.stringMatching(/^MISSING_PARAM: /) });
  },
  30_000,
);

test("an agent's session: it lists, asks, is refused, asks the gate, watches and explains, without one error", async () => {
  const newAccount = await createAccount(system);
  const agent = await connect('2026-07-28', 'http', newAccount);
  const results: ToolResult[] = [];
  const call: McpCaller['call'] = async (name, args) => {
    const result = await agent.call(name, args);
    results.push(result);
    return result;
  };
  const types = (await call('list_types')).body['types'] as { type: string; maxLevel: string }[];
  const unanchored = types.find(({ type }) => type === 'spot.price');
  expect(unanchored?.maxLevel).not.toBe('anchored');

  const askedAnswer = (await call('ask', { query: 'What is SOL worth right now?' })).body;
  expect(askedAnswer).toMatchObject({ status: 'delivered', type: 'token.price' });

  const question = { type: 'spot.price', params: { symbol: 'ETH' } };
  const refused = (await call('get_data', { ...question, minLevel: 'anchored' })).body;
  expect(refused).toMatchObject({ status: 'refused', required: 'anchored', debitedCredits: 0 });
  const unknown = (await call('ask', { query: 'How do I boil an egg?' })).body;
  expect(unknown).toMatchObject({ status: 'no_source', debitedCredits: 0 });

  const trade = { ...tradeIn(scene.fixtures.pool('cpmm')), policy: lenientPolicy };
  const judged = (await call('gate', trade)).body;
  expect(judged).toMatchObject({ decision: 'allow', reasons: [] });

  const address = scene.fixtures.pool('cpmm').address;
  const watch = { type: 'chain.pool_state', params: { pool: address }, webhookUrl: 'https://8.8.8.8/assay' };
  const created = (await call('create_watch', watch)).body;
  expect(created).toMatchObject({ watchedAddress: address, webhookSecret: expect.stringMatching(/^whsec_/) });
  const listed = (await call('list_watches')).body['watches'] as object[];
  expect(listed).toMatchObject([{ id: created['id'] }]);
  expect(JSON.stringify(listed)).not.toContain('whsec_');
  await call('delete_watch', { id: created['id'] });
  expect((await call('list_watches')).body['watches']).toEqual([]);

  const traceId = askedAnswer['traceId'];
  const decision = await until(
    () => agent.call('explain', { traceId }),
    ({ isError }) => !isError,
    5_000,
  );
  expect(decision.body).toMatchObject({
    traceId,
    status: 'delivered',
    charge: { debitedCredits: askedAnswer['debitedCredits'] },
  });

  expect(results.filter(({ isError }) => isError)).toEqual([]);
  const spent = results.reduce((sum, { body }) => sum + micros(body['debitedCredits'] ?? 0), 0n);
  expect(spent).toBeGreaterThan(0n);
  expect((await balanceOf(system, newAccount.accountId)).balanceMicros).toBe(100_000_000n - spent);
}, 60_000);

test('every tool has the body of its request over HTTP, and calls of both are charged the same', async () => {
  const newAccount = await createAccount(system);
  const caller = await connect('2026-07-28', 'http', newAccount);
  const trade = { ...tradeIn(scene.fixtures.pool('cpmm')), policy: lenientPolicy };
  const calls: readonly (readonly [string, string, Record<string, unknown>?])[] = [
    ['list_types', '/v1/types'],
    ['get_data', '/v1/get_data', { type: 'game.players', params: { game: 'Dota 2' } }],
    ['get_data', '/v1/get_data', { type: 'spot.price', params: { symbol: 'ETH' }, minLevel: 'anchored' }],
    ['ask', '/v1/ask', { query: 'how many people play Dota 2?' }],
    ['gate', '/v1/gate', trade],
    ['list_watches', '/v1/watch'],
  ];
  for (const [tool, path, body] of calls) {
    const direct = await send(`${gatewayUrl}${path}`, { key: newAccount.key, ...(body && { body }) });
    const before = (await balanceOf(system, newAccount.accountId)).balanceMicros;
    const result = await caller.call(tool, body);
    const after = (await balanceOf(system, newAccount.accountId)).balanceMicros;
    expect([tool, Object.keys(result.body).toSorted()]).toEqual([tool, Object.keys(direct.body).toSorted()]);
    expect([tool, JSON.parse(result.text)]).toEqual([tool, result.body]);
    expect([tool, result.body['debitedCredits']]).toEqual([tool, direct.body['debitedCredits']]);
    expect([tool, before - after]).toEqual([tool, micros(direct.body['debitedCredits'] ?? 0)]);
  }
}, 60_000);

test('calls of tools and requests count to one rate limit, and an empty balance refuses both', async () => {
  const newAccount = await createAccount(system, { rateLimitPerMinute: 3, creditMicros: 1n });
  const caller = await connect('2026-07-28', 'http', newAccount);
  await caller.list();
  await caller.list();
  expect((await send(`${gatewayUrl}/v1/types`, { key: newAccount.key })).status).toBe(200);
  expect((await caller.call('list_types')).isError).toBe(false);
  const poor = await caller.call('get_data', { type: 'token.price', params: {} });
  expect(poor).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^INSUFFICIENT_CREDITS: .*"balance":0.000001/),
  });
  const limited = await caller.call('list_types');
  expect(limited).toMatchObject({
    isError: true,
    text: expect.stringContaining('RATE_LIMIT: rate limit exceeded: 3/min'),
  });
  expect((await send(`${gatewayUrl}/v1/types`, { key: newAccount.key })).status).toBe(429);
});

test("another account's traces and watches do not exist for the tools", async () => {
  const answer = await getData(gatewayUrl, account.key, 'token.price', {});
  const params = { address: scene.fixtures.address('unfunded') };
  const body = { type: 'chain.resolve_address', params, webhookUrl: 'https://8.8.8.8/assay' };
  const watch = await send(`${gatewayUrl}/v1/watch`, { key: account.key, body });
  const stranger = await connect('2026-07-28', 'http', await createAccount(system));
  const foreign = { isError: true, text: expect.stringMatching(/^NOT_FOUND: /) };
  expect(await stranger.call('explain', { traceId: answer.body['traceId'] })).toMatchObject(foreign);
  expect(await stranger.call('delete_watch', { id: watch.body['id'] })).toMatchObject(foreign);
  expect((await stranger.call('list_watches')).body['watches']).toEqual([]);
});
