import { signNotification } from '@assay/client/webhooks';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createAccount } from '@assay/stack/testing/accounts';
import { readChainFixtures } from './support/chain-fixtures.ts';
import { openGate } from './support/gate.ts';
import { nodesMeasuredWithinMs } from './support/nodes.ts';
import { resetAccount, setAccount, setLamports, withSqrtPrice } from './support/sandbox-control.ts';
import { getData, sharedSystem, until } from './support/system.ts';
import { openWatchScene } from './support/watch-scene.ts';
import { createWatch, freshAddress } from './support/watch.ts';

const system = sharedSystem();
const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const repository = fileURLToPath(new URL('../../', import.meta.url));
const stops: (() => Promise<void>)[] = [];

let key: string;

beforeAll(async () => {
  const scene = await openGate(system);
  key = scene.account.key;
}, nodesMeasuredWithinMs + 10_000);

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

type Ended = { readonly code: number; readonly stdout: string };

/** Runs an example until it ends. */
function run(command: string, args: readonly string[], more: Record<string, string> = {}): Promise<Ended> {
  const env = { ...process.env, ASSAY_API_KEY: key, ASSAY_BASE_URL: system.gatewayUrl, ...more };
  return new Promise((resolve) => {
    execFile(command, args, { cwd: repository, env }, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout });
    });
  });
}

test(
  'the quickstart prints a price and its level',
  async () => {
    // The quickstart needs two sources that agree. So wait until the sources are measured to be independent.
    await until(
      () => getData(system.gatewayUrl, key, 'token.price', { token: 'SOL' }, { minLevel: 'consensus' }),
      ({ status }) => status === 200,
      nodesMeasuredWithinMs,
    );
    const { stdout, code } = await run(process.execPath, ['examples/quickstart.ts']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[\d.]+ USD, (consensus|anchored)\n$/);
  },
  nodesMeasuredWithinMs + 30_000,
);

/** Runs the bot with a policy. It replaces the policy in the bot's `trade.json`. */
async function runBot(policy: object, more: Record<string, string> = {}): Promise<Ended> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-trade-'));
  const file = join(directory, 'trade.json');
  const trade = JSON.parse(readFileSync(join(examples, 'trading-bot/trade.json'), 'utf8')) as {
    readonly policy: object;
  };
  writeFileSync(file, JSON.stringify({ ...trade, policy: { ...trade.policy, ...policy } }));
  try {
    return await run(process.execPath, [join(examples, 'trading-bot/bot.ts'), file], more);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Returns a port that is free at the moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts an example that serves a port, and waits until it listens. The example runs until the test ends. Returns the
 * lines that it prints.
 */
async function serve(command: string, args: readonly string[], env: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const child = spawn(command, args, {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  stops.push(() => {
    child.kill();
    return exited;
  });
  await until(
    async () => lines,
    (printed) => printed.some((line) => line.startsWith('listening on ')),
    20_000,
  );
  return lines;
}

test('requests.sh gets an answer of every kind: a catalog, two deliveries, a refusal and a gate decision', async () => {
  const { code, stdout } = await run('bash', [join(examples, 'requests.sh')]);
  const bodies = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(code).toBe(0);
  expect(bodies).toMatchObject([
    { types: expect.any(Array) },
    { status: 'delivered', type: 'spot.price' },
    { status: 'delivered', type: 'social.value' },
    { status: 'refused', code: 'NO_QUALIFYING_DELIVERY' },
    { status: 'delivered', decision: 'allow' },
  ]);
});

test('the bot signs a trade that the gate allows, for at most half a percent less than the quote', async () => {
  const { code, stdout } = await runBot({});
  expect(stdout).toMatch(/^sign: swap 1000000 in pool \w+ for at least [1-9]\d* of \w+\n$/);
  expect(code).toBe(0);
}, 30_000);

test.each<[string, object, Record<string, string>, RegExp]>([
  ['over its limit of risk', { maxRiskScore: 0 }, {}, /RISK_OVER_POLICY/],
  ['with a caveat that it does not accept', { maxRiskScore: undefined }, {}, /NO_MAX_RISK_SCORE/],
  ['when its key is invalid', {}, { ASSAY_API_KEY: 'asy_wrong' }, /INVALID_KEY/],
  ['when the gate is unreachable', {}, { ASSAY_BASE_URL: 'http://127.0.0.1:1' }, /the gate did not answer/],
])(
  'the bot does not sign a trade %s',
  async (_case, policy, more, why) => {
    const { code, stdout } = await runBot(policy, more);
    expect(stdout).toMatch(/^do not sign: /);
    expect(stdout).toMatch(why);
    expect(code).toBe(2);
  },
  30_000,
);

test.each<[string, string, readonly string[]]>([
  ['TypeScript', process.execPath, [join(examples, 'receiver.ts')]],
  ['Python', 'python3', ['-B', join(examples, 'receiver.py')]],
])(
  'the %s receiver prints a genuine notification and rejects a forged one',
  async (_language, command, args) => {
    const account = await createAccount(system);
    const [address, port] = [freshAddress(), await freePort()];
    const webhookUrl = `http://127.0.0.1:${port}/`;
    const { id, secret } = await createWatch(system.gatewayUrl, account.key, { webhookUrl, address });
    const lines = await serve(command, [...args, String(port)], { WEBHOOK_SECRET: secret });

    await setLamports(system, address, 4_242);
    await until(
      async () => lines,
      (received) => received.length > 1,
      15_000,
    );
    expect(lines[1]).toContain(`${id} chain.resolve_address`);
    expect(lines[1]).toContain('4242');

    const forged = signNotification({ event: 'watch.fired', watchId: id }, 'whsec_of_somebody_else');
    expect((await fetch(webhookUrl, { method: 'POST', body: forged })).status).toBe(401);
    expect(lines).toHaveLength(2);
  },
  60_000,
);

test('the TypeScript receiver rejects a notification that is repeated or old', async () => {
  const port = await freePort();
  const secret = 'whsec_of_this_test';
  const script = join(examples, 'receiver.ts');
  const lines = await serve(process.execPath, [script, String(port)], { WEBHOOK_SECRET: secret });
  const post = async (traceId: string, firedAt: Date): Promise<number> => {
    const notification = { event: 'watch.fired', watchId: 'w_1', type: 'chain.can_sign', value: {}, traceId };
    const body = signNotification({ ...notification, firedAt: firedAt.toISOString() }, secret);
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })).status;
  };
  const now = new Date();
  expect(await post('tr_1', now)).toBe(204);
  expect(await post('tr_1', now)).toBe(409);
  expect(await post('tr_2', new Date(now.getTime() - 3_600_000))).toBe(409);
  expect(lines).toHaveLength(2);
}, 30_000);

test('the agent reports a refusal and then a value with its level and its sources', async () => {
  const args = [join(examples, 'agent/agent.ts'), 'What does ETH cost on exchanges?'];
  const { code, stdout } = await run(process.execPath, args);
  expect(stdout).toMatch(/^tools: ask, get_data, list_types, gate, create_watch/);
  expect(stdout).toMatch(/ask at anchored: refused\nrefused: \S/);
  expect(stdout).toMatch(/report: \{.*"price":.*\}, level (consensus|single_source), from sandbox\.\S+ \(\w+\)/);
  expect(code).toBe(0);
}, 30_000);

test('the table names every type with its highest level, and the level of four answers', async () => {
  const { code, stdout } = await run(process.execPath, [join(examples, 'levels-table/table.ts')]);
  expect(stdout).toMatch(/^type +highest level +providers +credits at most +why not higher$/m);
  expect(stdout).toMatch(/^token\.price +(anchored|consensus|single_source) +\d+ +[\d.]+/m);
  expect(stdout).toMatch(/^What is SOL worth right now\? +(anchored|consensus|single_source) +token\.price +[\d.]+$/m);
  expect(code).toBe(0);
}, 30_000);

test('the price alert writes to the chat when a verified price crosses the line, and only then', async () => {
  const watches = openWatchScene(system);
  const messages: string[] = [];
  const chat = createHttpServer((request, response) => {
    request.on('data', (chunk: Buffer) => messages.push(String(chunk)));
    request.on('end', () => response.end('ok'));
  });
  await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    chat.close();
    await watches.close();
  });
  const { address } = (await readChainFixtures(system)).pool('dammV2');
  const before = (await readChainFixtures(system)).initialAccount(address);
  stops.push(() => resetAccount(system, address));
  const priceOf = async (): Promise<number> => {
    const { data } = (await getData(system.gatewayUrl, key, 'chain.pool_state', { pool: address })).body;
    return Number((data as { readonly price: string }).price);
  };
  const threshold = (await priceOf()) * 2;
  const port = await freePort();
  const script = join(examples, 'price-alert/alert.ts');
  const lines = await serve(process.execPath, [script, address, 'above', String(threshold), String(port)], {
    ASSAY_API_KEY: key,
    ASSAY_BASE_URL: system.gatewayUrl,
    PUBLIC_URL: `http://127.0.0.1:${port}/`,
    SLACK_WEBHOOK_URL: `http://127.0.0.1:${(chat.address() as AddressInfo).port}/`,
  });
  const watchId = lines[0]?.split(' ').at(-1) ?? '';
  // The example compares later prices with the first verified price, so wait until it has one.
  await setAccount(system, address, { ...before, lamports: before.lamports + 1 });
  expect(await watches.endedDeliveries(watchId, 1)).toEqual(['unmet']);
  // The account stores the square root of the price. Doubling it quadruples the price.
  await setAccount(system, address, withSqrtPrice(before, 2n));
  expect(await watches.endedDeliveries(watchId, 2)).toEqual(['unmet', 'delivered']);
  expect(messages).toHaveLength(1);
  expect(JSON.parse(messages[0] ?? '')).toEqual({ text: expect.stringContaining(`is above ${threshold}: `) });
}, 60_000);
