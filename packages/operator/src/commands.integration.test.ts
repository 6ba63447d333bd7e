import * as grpc from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { services } from '@assay/rpc/load';
import { rootTokenCheck, type OperatorAccess } from '@assay/rpc/operator-access';
import { addUnaryMethods, serveMethods } from '@assay/rpc/server';
import { createProgram } from './commands.ts';
import type { OperatorEndpoints } from './endpoints.ts';
import { plainScreen, type Screen } from './output.ts';

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
let endpoints: OperatorEndpoints;
let requests: unknown[];
let decisionAfter: number;
let lostResponses: number;
let isCredited: boolean;
let decisionTypes: string[];
let screen: Screen;
let charges: { operation: string }[];

/**
 * Returns handlers that record each request and respond with the answer of their method. A method without an answer rejects.
 */
function handlersOf(definition: object, answers: Record<string, (request: never) => unknown>): never {
  const handlers = Object.keys(definition).map((name) => [
    name,
    async (request: never) => {
      requests.push(request);
      return answers[name]?.(request) ?? Promise.reject(new Error(`${name} was not expected`));
    },
  ]);
  return Object.fromEntries(handlers) as never;
}

beforeEach(async () => {
  requests = [];
  decisionAfter = 0;
  lostResponses = 0;
  isCredited = true;
  decisionTypes = ['token.price'];
  charges = [];
  screen = plainScreen;
  server = new grpc.Server();
  const answerUnlessLost = (answer: object): object => {
    lostResponses -= 1;
    if (lostResponses >= 0) {
      throw new Fault('UNAVAILABLE');
    }
    return answer;
  };
  const billing = handlersOf(services.billing, {
    CreateAccount: () => answerUnlessLost({ account, key: 'asy_secret', key_prefix: 'asy_secr' }),
    CreateKey: ({ account_id }: { account_id: string }) =>
      account_id === 'x' ? undefined : answerUnlessLost({ key: 'asy_secret', key_prefix: 'asy_secr' }),
    AddCredits: () => answerUnlessLost({ balance_micros: '2500001', credited: isCredited }),
    GetAccount: () => {
      throw new Fault('NOT_FOUND', 'no account acc_2');
    },
    GetCharges: () => ({ charges }),
    SetRateLimit: () => ({ account }),
    CreateOperator: () => ({ token: 'aop_first' }),
    BrowseAccounts: ({ cursor }: { cursor: string }) => ({
      accounts: [account],
      next_cursor: cursor === '' ? 'c1' : '',
    }),
    BrowseKeys: () => ({ keys: [{ id: 'key_1', prefix: 'asy_secr', created_at: account.created_at }] }),
    RotateOperator: () => ({ token: 'aop_second' }),
    RevokeOperator: () => ({ revoked_at: '2026-11-22T00:00:00.000Z' }),
    ListOperators: () => ({ operators: [{ name: 'ann', created_at: '2026-11-21T00:00:00.000Z' }] }),
  });
  const engine = handlersOf(services.engine, {
    GetDecision: () => {
      decisionAfter -= 1;
      const types = decisionAfter < 0 ? decisionTypes : decisionTypes.slice(0, -1);
      const recorded = types.map((type) => ({
        decision: {
          outcome: 'delivered',
          type,
          decided_at_ms: '1764000000000',
          params_json: '{"symbol":"BTC-USD"}',
          total_cost_micros: '70',
        },
        recorded_at: '2026-11-21T00:00:00.000Z',
      }));
      return { found: recorded.length > 0, ...recorded.at(-1), earlier: recorded.slice(0, -1) };
    },
  });
  const watch = handlersOf(services.watch, {
    BrowseWatches: ({ account_id }: { account_id: string }) =>
      account_id === 'acc_2' ? {} : { watches: [{ id: 'w_1', type: 'token.price', params: { token: 'SOL' } }] },
  });
  const observe = (): void => undefined;
  const check = rootTokenCheck(token);
  const admin = (names: string[]): OperatorAccess => ({ names, operatorOf: async (sha256) => check(sha256) });
  addUnaryMethods(
    server,
    services.billing,
    serveMethods(services.billing, billing, observe),
    admin(['CreateAccount', 'AddCredits', 'GetAccount', 'GetCharges', 'BrowseAccounts', 'BrowseKeys']),
  );
  addUnaryMethods(server, services.engine, serveMethods(services.engine, engine, observe), admin(['GetDecision']));
  addUnaryMethods(server, services.watch, serveMethods(services.watch, watch, observe), admin(['BrowseWatches']));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  const address = `127.0.0.1:${port}`;
  endpoints = { billingAddress: address, engineAddress: address, watchAddress: address, adminToken: token };
});

afterEach(() => {
  server.forceShutdown();
});

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const program = createProgram({
    endpoints: () => endpoints,
    progress: () => undefined,
    screen,
    print: (line) => lines.push(...line.split('\n')),
  });
  await program.parseAsync(['node', 'assay', ...args]);
  return lines;
}

test('accounts create keeps the credits exact, and --json prints one line with the key', async () => {
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
    operationId: expect.stringMatching(/^op_[0-9A-Za-z]{22}$/),
  });
  expect(requests).toMatchObject([{ name: 'Example', credit_micros: '2500001', rate_limit_per_minute: 0 }]);
});

test('credits add is exact to the micro-credit', async () => {
  const [line = ''] = await run('credits', 'add', '--account', 'acc_1', '--credits', '0.000001', '--json');
  expect(JSON.parse(line)).toEqual({
    accountId: 'acc_1',
    addedCredits: 0.000001,
    balance: 2.500001,
    operationId: expect.stringMatching(/^op_[0-9A-Za-z]{22}$/),
  });
  expect(requests).toMatchObject([{ account_id: 'acc_1', credit_micros: '1' }]);
});

test.each([
  ['credits add', ['--account', 'acc_1', '--credits', '1']],
  ['accounts create', ['--name', 'Example']],
  ['keys create', ['--account', 'acc_1']],
])('%s repeats a lost request under one operation id, so that it is performed once', async (command, options) => {
  lostResponses = 2;
  const [line = ''] = await run(...command.split(' '), ...options, '--json');
  const { operationId } = JSON.parse(line) as { operationId: string };
  expect(requests).toMatchObject(Array.from({ length: 3 }, () => ({ operation_id: operationId })));
});

test('credits add names the operation id when it got no response, and a repetition adds nothing', async () => {
  lostResponses = 3;
  const failure = run('credits', 'add', '--account', 'acc_1', '--credits', '1', '--operation-id', 'payment-7');
  await expect(failure).rejects.toThrow(/does not answer.*--operation-id payment-7/);
  isCredited = false;
  const again = ['credits', 'add', '--account', 'acc_1', '--credits', '1', '--operation-id', 'payment-7', '--json'];
  const [line = ''] = await run(...again);
  expect(JSON.parse(line)).toMatchObject({ addedCredits: 0, operationId: 'payment-7' });
});

test.each([
  ['accounts create', ['--name', 'Example']],
  ['keys create', ['--account', 'acc_1']],
])('%s names the operation id when it got no response', async (command, options) => {
  lostResponses = 3;
  const failure = run(...command.split(' '), ...options, '--operation-id', 'order-7');
  await expect(failure).rejects.toThrow(/does not answer.*may have been created.*--operation-id order-7/);
});

test('accounts set-rate-limit sends the account and the limit', async () => {
  const [line = ''] = await run('accounts', 'set-rate-limit', '--account', 'acc_1', '--per-minute', '60', '--json');
  expect(JSON.parse(line)).toMatchObject({ accountId: 'acc_1', rateLimitPerMinute: 60 });
  expect(requests).toMatchObject([{ account_id: 'acc_1', rate_limit_per_minute: 60 }]);
});

test('operators create and rotate show the token, and revoke shows its time', async () => {
  const outputOf = async (...args: string[]): Promise<unknown> =>
    JSON.parse((await run('operators', ...args, '--name', 'ann', '--json'))[0] ?? '');
  expect(await outputOf('create')).toEqual({ name: 'ann', token: 'aop_first' });
  expect(await outputOf('rotate')).toEqual({ name: 'ann', token: 'aop_second' });
  expect(await outputOf('revoke')).toEqual({ name: 'ann', revokedAt: '2026-11-22T00:00:00.000Z' });
  expect(requests).toEqual([{ name: 'ann' }, { name: 'ann' }, { name: 'ann' }]);
});

test('accounts list shows a page and the cursor of the next one', async () => {
  const [line = ''] = await run('accounts', 'list', '--limit', '1', '--json');
  expect(JSON.parse(line)).toEqual({
    accounts: [
      {
        accountId: 'acc_1',
        name: 'Example',
        balance: 2.5,
        held: 0,
        rateLimitPerMinute: 60,
        createdAt: account.created_at,
      },
    ],
    nextCursor: 'c1',
  });
  expect((await run('accounts', 'list')).join('\n')).toContain('--cursor c1');
  const last = await run('accounts', 'list', '--cursor', 'c1', '--json');
  expect(JSON.parse(last[0] ?? '')).toMatchObject({ nextCursor: null });
  expect(requests).toEqual([
    { page_size: 1, cursor: '' },
    { page_size: 50, cursor: '' },
    { page_size: 50, cursor: 'c1' },
  ]);
});

test('keys list shows the first characters of keys', async () => {
  const [line = ''] = await run('keys', 'list', '--account', 'acc_1', '--json');
  expect(JSON.parse(line)).toMatchObject({ keys: [{ keyId: 'key_1', keyPrefix: 'asy_secr' }], nextCursor: null });
  expect((await run('keys', 'list', '--account', 'acc_1')).join('\n')).toContain('asy_secr');
});

test('watches list shows the watches of an account, or says that there are none', async () => {
  const [line = ''] = await run('watches', 'list', '--account', 'acc_1', '--json');
  expect(JSON.parse(line)).toMatchObject({
    watches: [{ watchId: 'w_1', params: { token: 'SOL' }, minLevel: 'single_source' }],
    nextCursor: null,
  });
  expect(await run('watches', 'list', '--account', 'acc_2')).toEqual(['no watches']);
  endpoints = { ...endpoints, watchAddress: '' };
  await expect(run('watches', 'list', '--account', 'acc_1')).rejects.toThrow('ASSAY_WATCH_ADDRESS');
});

test.each(['accounts', 'keys', 'watches'])('%s list needs the token of an operator', async (noun) => {
  endpoints = { ...endpoints, adminToken: 'not-the-operators-token' };
  const account = noun === 'accounts' ? [] : ['--account', 'acc_1'];
  await expect(run(noun, 'list', ...account)).rejects.toThrow(/ASSAY_ADMIN_TOKEN/);
});

test('operators list shows one row for each operator', async () => {
  expect((await run('operators', 'list')).join('\n')).toContain('ann');
  const [line = ''] = await run('operators', 'list', '--json');
  expect(JSON.parse(line)).toEqual({
    operators: [{ name: 'ann', createdAt: '2026-11-21T00:00:00.000Z', rotatedAt: '', revokedAt: '' }],
  });
});

test("a command shows the service's own error message", async () => {
  await expect(run('accounts', 'show', '--account', 'acc_2')).rejects.toThrow(/^no account acc_2$/);
});

test('a wrong token, an unavailable service and a failing one give different messages', async () => {
  endpoints = { ...endpoints, adminToken: 'not-the-operators-token' };
  await expect(run('accounts', 'create', '--name', 'x')).rejects.toThrow(/ASSAY_ADMIN_TOKEN/);
  endpoints = { ...endpoints, adminToken: token };
  await expect(run('keys', 'create', '--account', 'x')).rejects.toThrow('billing failed on this command');
  server.forceShutdown();
  await expect(run('accounts', 'create', '--name', 'x')).rejects.toThrow(/billing at .* does not answer/);
});

test('trace asks again for a decision that is not stored yet', async () => {
  decisionAfter = 2;
  const [line = ''] = await run('trace', `tr_${digits}`, '--json');
  expect(JSON.parse(line)).toMatchObject({ traceId: `tr_${digits}`, decision: { type: 'token.price' }, charges: [] });
  expect(requests).toHaveLength(4);
});

test("trace waits for the gate's own decision and reports it as the answer's decision", async () => {
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

test('the JSON of a trace has one spelling: camelCase, numbers, and no JSON in strings', async () => {
  charges = [{ operation: 'get_data', held_micros: '20000' } as { operation: string }];
  const [line = ''] = await run('trace', digits, '--json');
  expect(line).not.toMatch(/"[a-z]+_[a-z_]+":/);
  expect(JSON.parse(line)).toMatchObject({
    decision: { decidedAtMs: 1_764_000_000_000, params: { symbol: 'BTC-USD' }, totalCostMicros: '70' },
    charges: [{ heldMicros: '20000' }],
  });
});

test.each([
  [[], '\u001b[1mname\u001b[22m'],
  [['--no-color'], '│ name │'],
])('operators list %j has names in this style', async (options, expectedText) => {
  screen = { paint: (_style, text) => `\u001b[1m${text}\u001b[22m` };
  expect((await run('operators', 'list', ...options)).join('\n')).toContain(expectedText);
});

test('trace rejects an unknown trace id after two seconds', async () => {
  decisionAfter = Infinity;
  await expect(run('trace', digits)).rejects.toThrow(`tr_${digits} is unknown`);
});
