import * as grpc from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { services } from '@assay/rpc/load';
import { addUnaryMethods, serveMethods } from '@assay/rpc/server';
import { createProgram } from './commands.ts';
import type { Reach } from './reach.ts';

const token = 'the-operators-own-token';
const digits = '4bf92f3577b34da6a3ce929d0e0e4736';
const account = {
  id: 'acc_1',
  name: 'Example',
  balance_micros: '2500000',
  held_micros: '0',
  rate_limit_per_minute: 60,
  created_at: '2026-11-21T00:00:00.000Z',
};

let server: grpc.Server;
let reach: Reach;
let asked: unknown[];
let decisionAfter: number;
let decisionTypes: string[];
let charges: { operation: string }[];

/** Answers a method by its name, with what was asked kept; methods without an answer fail as a bug would. */
function handlersOf(definition: object, answers: Record<string, (request: never) => unknown>): never {
  const handlers = Object.keys(definition).map((name) => [
    name,
    async (request: never) => {
      asked.push(request);
      return answers[name]?.(request) ?? Promise.reject(new Error(`${name} was not expected`));
    },
  ]);
  return Object.fromEntries(handlers) as never;
}

beforeEach(async () => {
  asked = [];
  decisionAfter = 0;
  decisionTypes = ['token.price'];
  charges = [];
  server = new grpc.Server();
  const billing = handlersOf(services.billing, {
    CreateAccount: () => ({ account, key: 'asy_secret', key_prefix: 'asy_secr' }),
    AddCredits: () => ({ balance_micros: '2500001', credited: true }),
    GetAccount: () => {
      throw new Fault('NOT_FOUND', 'no account acc_2');
    },
    GetCharges: () => ({ charges }),
  });
  const engine = handlersOf(services.engine, {
    GetDecision: () => {
      decisionAfter -= 1;
      const types = decisionAfter < 0 ? decisionTypes : decisionTypes.slice(0, -1);
      const recorded = types.map((type) => ({
        decision_json: JSON.stringify({ outcome: 'delivered', type }),
        recorded_at: '2026-11-21T00:00:00.000Z',
      }));
      return { found: recorded.length > 0, ...recorded.at(-1), earlier: recorded.slice(0, -1) };
    },
  });
  const observe = (): void => undefined;
  const admin = (names: string[]): { token: string; names: string[] } => ({ token, names });
  addUnaryMethods(
    server,
    services.billing,
    serveMethods(services.billing, billing, observe),
    admin(['CreateAccount', 'AddCredits', 'GetAccount', 'GetCharges']),
  );
  addUnaryMethods(server, services.engine, serveMethods(services.engine, engine, observe), admin(['GetDecision']));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  reach = { billingAddress: `127.0.0.1:${port}`, engineAddress: `127.0.0.1:${port}`, adminToken: token };
});

afterEach(() => {
  server.forceShutdown();
});

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const program = createProgram({ reach: () => reach, print: (line) => lines.push(...line.split('\n')) });
  await program.parseAsync(['node', 'assay', ...args]);
  return lines;
}

test('an account is made with its credits exact, and --json is one line that holds the key', async () => {
  const lines = await run('accounts', 'create', '--name', 'Example', '--credits', '2.500001', '--json');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    accountId: 'acc_1',
    name: 'Example',
    balance: 2.5,
    held: 0,
    rateLimitPerMinute: 60,
    createdAt: account.created_at,
    key: 'asy_secret',
    keyPrefix: 'asy_secr',
  });
  expect(asked).toMatchObject([{ name: 'Example', credit_micros: '2500001', rate_limit_per_minute: 0 }]);
});

test('credits are added to the micro-credit', async () => {
  const [line = ''] = await run('credits', 'add', '--account', 'acc_1', '--credits', '0.000001', '--json');
  expect(JSON.parse(line)).toEqual({ accountId: 'acc_1', addedCredits: 0.000001, balance: 2.500001 });
  expect(asked).toMatchObject([{ account_id: 'acc_1', credit_micros: '1' }]);
});

test("a service's own sentence is what an operator reads", async () => {
  await expect(run('accounts', 'show', '--account', 'acc_2')).rejects.toThrow(/^no account acc_2$/);
});

test('a wrong token, a service that is away and one that broke are told apart', async () => {
  reach = { ...reach, adminToken: 'not-the-operators-token' };
  await expect(run('accounts', 'create', '--name', 'x')).rejects.toThrow(/ASSAY_ADMIN_TOKEN/);
  reach = { ...reach, adminToken: token };
  await expect(run('keys', 'create', '--account', 'x')).rejects.toThrow('billing broke on this command');
  server.forceShutdown();
  await expect(run('accounts', 'create', '--name', 'x')).rejects.toThrow(/billing at .* does not answer/);
});

test('a decision that is still on its way is asked for again', async () => {
  decisionAfter = 2;
  const [line = ''] = await run('trace', `tr_${digits}`, '--json');
  expect(JSON.parse(line)).toMatchObject({ traceId: `tr_${digits}`, decision: { type: 'token.price' }, charges: [] });
  expect(asked).toHaveLength(4);
});

test("a gate's trace is whole only with its own decision, which is the one that answered", async () => {
  decisionAfter = 2;
  decisionTypes = ['chain.swap_quote', 'chain.token_risk', 'gate'];
  charges = [{ operation: 'gate' }];
  const [line = ''] = await run('trace', `tr_${digits}`, '--json');
  expect(JSON.parse(line)).toMatchObject({
    decision: { type: 'gate' },
    decisions: [{ type: 'chain.swap_quote' }, { type: 'chain.token_risk' }, { type: 'gate' }],
    charges: [{ operation: 'gate' }],
  });
});

test('a trace that nobody knows is an error after two seconds of asking', async () => {
  decisionAfter = Infinity;
  await expect(run('trace', digits)).rejects.toThrow(`nothing is known of tr_${digits}`);
});
