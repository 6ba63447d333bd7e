import { Assay, AssayError } from '@assay/client';
import { rootContext } from '@assay/rpc/context';
import { createAccount, withBilling, type TestAccount } from '@assay/stack/testing/accounts';
import { beforeAll, expect, test } from '@jest/globals';
import { openSession, type Session } from './support/dashboard.ts';
import { connectMcp, type McpCaller } from './support/mcp.ts';
import { assay } from './support/operator.ts';
import { send, sharedSystem, until } from './support/system.ts';

const system = sharedSystem();
const { gatewayUrl } = system;
const limitPerMinute = 60;
/**
 * Maximum time until a failed call is stored, in milliseconds. It usually takes a second, and longer on a busy machine.
 */
const storedWithinMs = 20_000;

/** A mistake of a developer: the call, and what its trace says about it. */
type Mistake = { readonly name: string; readonly path: string; readonly body: object; readonly code: string };

const mistakes: readonly Mistake[] = [
  {
    name: 'an unknown type',
    path: '/v1/get_data',
    body: { type: 'spot.prices', params: { symbol: 'BTC' } },
    code: 'TYPE_NOT_FOUND',
  },
  { name: 'a missing parameter', path: '/v1/get_data', body: { type: 'spot.price' }, code: 'MISSING_PARAM' },
  {
    name: 'a misspelt field',
    path: '/v1/get_data',
    body: { type: 'token.price', minLevle: 'anchored' },
    code: 'INVALID_PARAM',
  },
  { name: 'no credit', path: '/v1/ask', body: { query: 'What is SOL worth right now?' }, code: 'INSUFFICIENT_CREDITS' },
  { name: 'the rate limit', path: '/v1/ask', body: { query: 'What is BTC worth right now?' }, code: 'RATE_LIMIT' },
];

let session: Session;
let strangersSession: Session;
let account: TestAccount;
let stranger: TestAccount;
/** The trace id, the status and the sentence that the caller received, by the name of the mistake. */
const made = new Map<string, { readonly traceId: string; readonly status: number; readonly message: string }>();

const madeOf = (mistake: Mistake) => {
  const found = made.get(mistake.name);
  if (found === undefined) {
    throw new Error(`the call with ${mistake.name} was not sent`);
  }
  return found;
};

/** Creates another key of the account. Each key has a rate limit of its own. */
async function anotherKey(): Promise<string> {
  const request = { account_id: account.accountId, operation_id: '' };
  const { key } = await withBilling(system, (billing) => billing.CreateKey(request, rootContext(5_000)));
  return key;
}

beforeAll(async () => {
  account = await createAccount(system, { creditMicros: 0n, rateLimitPerMinute: limitPerMinute });
  stranger = await createAccount(system, { rateLimitPerMinute: 1_000 });
  session = await openSession(system, account.accountId);
  strangersSession = await openSession(system, stranger.accountId);
  for (const mistake of mistakes) {
    if (mistake.code === 'RATE_LIMIT') {
      await until(
        () => send(`${gatewayUrl}/v1/types`, { key: account.key }),
        ({ status }) => status === 429,
        30_000,
      );
    }
    const { status, body } = await send(`${gatewayUrl}${mistake.path}`, { key: account.key, body: mistake.body });
    expect(body['code']).toBe(mistake.code);
    made.set(mistake.name, { traceId: String(body['traceId']), status, message: String(body['error']) });
  }
}, 90_000);

/** Returns the facts about a mistake that the HTTP API, the client and the MCP tools must all show. */
const failureOf = (mistake: Mistake): object => {
  const { status, message } = madeOf(mistake);
  return {
    code: mistake.code,
    message,
    remedy: expect.stringMatching(/\w{3}/),
    httpStatus: status,
    method: 'POST',
    path: mistake.path,
    body: mistake.body,
    keyId: expect.stringMatching(/^key_[0-9a-f]{32}$/),
    leftOut: expect.any(Number),
  };
};

test.each(mistakes)(
  '$name is found again by its id with the operator’s command',
  async (mistake) => {
    const { traceId, message } = madeOf(mistake);
    const text = await until(
      () => assay(system, 'trace', traceId).catch(() => ''),
      (output) => output !== '',
      storedWithinMs,
    );
    expect(text).toContain(`${mistake.code}: ${message}`);
    expect(text).toContain(`POST ${mistake.path} ${JSON.stringify(mistake.body)}`);
    expect(text).toContain(account.accountId);
    const json = JSON.parse(await assay(system, 'trace', traceId, '--json')) as { failedCall: { code: string } };
    expect(json.failedCall.code).toBe(mistake.code);
  },
  60_000,
);

test('each mistake is found again by its id over HTTP, with the client and with the tool explain', async () => {
  const key = await anotherKey();
  const client = new Assay({ apiKey: await anotherKey(), baseUrl: gatewayUrl });
  const mcp: McpCaller = await connectMcp('2026-07-28', 'http', { gatewayUrl, key: await anotherKey() });
  try {
    for (const mistake of mistakes) {
      const { traceId } = madeOf(mistake);
      const expected = { traceId, status: 'error', failure: failureOf(mistake) };
      const overHttp = await send(`${gatewayUrl}/v1/traces/${traceId}`, { key });
      expect([overHttp.status, overHttp.body]).toMatchObject([200, expected]);
      expect(await client.traces.get(traceId)).toMatchObject(expected);
      expect(await mcp.call('explain', { traceId })).toMatchObject({ isError: false, body: expected });
    }
  } finally {
    await mcp.close();
  }
}, 60_000);

test('each mistake is in the list of requests of the dashboard, and opens from it', async () => {
  const base = `/api/accounts/${account.accountId}/requests`;
  const { requests } = (await session.read(base)).body as { requests: unknown[] };
  for (const mistake of mistakes) {
    const { traceId, message } = madeOf(mistake);
    expect(requests).toContainEqual(expect.objectContaining({ traceId, code: mistake.code, outcome: 'rejected' }));
    const { body } = await session.read(`${base}/${traceId}`);
    expect(body).toMatchObject({ traceId, decisions: [], failure: { code: mistake.code, message } });
  }
}, 60_000);

test('another account finds none of them: over HTTP, with the client, with explain, or in the dashboard', async () => {
  const client = new Assay({ apiKey: stranger.key, baseUrl: gatewayUrl });
  const mcp = await connectMcp('2026-07-28', 'http', { gatewayUrl, key: stranger.key });
  try {
    for (const mistake of mistakes) {
      const { traceId } = madeOf(mistake);
      const overHttp = await send(`${gatewayUrl}/v1/traces/${traceId}`, { key: stranger.key });
      expect([overHttp.status, overHttp.body['code']]).toEqual([404, 'NOT_FOUND']);
      const thrown = await client.traces.get(traceId).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(AssayError);
      expect(thrown).toMatchObject({ code: 'NOT_FOUND' });
      expect(await mcp.call('explain', { traceId })).toMatchObject({ isError: true });
      const own = await strangersSession.read(`/api/accounts/${stranger.accountId}/requests/${traceId}`);
      const foreign = await strangersSession.read(`/api/accounts/${account.accountId}/requests/${traceId}`);
      expect([own.status, foreign.status]).toEqual([404, 404]);
    }
    // The list contains the stranger's own lookups, which failed.
    const listed = await until(
      async () => {
        const { body } = await strangersSession.read(`/api/accounts/${stranger.accountId}/requests`);
        return (body as { requests: { traceId: string }[] }).requests.map(({ traceId }) => traceId);
      },
      (traceIds) => traceIds.length > 0,
      storedWithinMs,
    );
    expect(listed.length).toBeGreaterThan(0);
    expect(mistakes.map((mistake) => madeOf(mistake).traceId).filter((each) => listed.includes(each))).toEqual([]);
  } finally {
    await mcp.close();
  }
}, 60_000);
