import { signNotification } from '@assay/client/webhook';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createAccount } from '@assay/stack/testing/accounts';
import { openGate } from './support/gate.ts';
import { nodesMeasuredWithinMs } from './support/nodes.ts';
import { setLamports } from './support/sandbox-control.ts';
import { sharedSystem, until } from './support/system.ts';
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

/** Runs an example to its end. */
function run(command: string, args: readonly string[], more: Record<string, string> = {}): Promise<Ended> {
  const env = { ...process.env, ASSAY_API_KEY: key, ASSAY_BASE_URL: system.gatewayUrl, ...more };
  return new Promise((resolve) => {
    execFile(command, args, { cwd: repository, env }, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout });
    });
  });
}

/** Runs the bot with changes to the trade of `trade.json`. */
async function runBot(policy: object, more: Record<string, string> = {}): Promise<Ended> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-trade-'));
  const file = join(directory, 'trade.json');
  const trade = JSON.parse(readFileSync(join(examples, 'trade.json'), 'utf8')) as { readonly policy: object };
  writeFileSync(file, JSON.stringify({ ...trade, policy: { ...trade.policy, ...policy } }));
  try {
    return await run(process.execPath, ['--import', 'tsx', join(examples, 'gate-bot.ts'), file], more);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** A port that is free at the moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts an example that serves a port until the test ends, and waits until it listens. Returns its lines. */
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
    (found) => found.some((line) => line.startsWith('listening on ')),
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
  ['TypeScript', process.execPath, ['--import', 'tsx', join(examples, 'receiver.ts')]],
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
      (found) => found.length > 1,
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
  const lines = await serve(process.execPath, ['--import', 'tsx', script, String(port)], { WEBHOOK_SECRET: secret });
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
