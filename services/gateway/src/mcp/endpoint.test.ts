import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { delivered, undelivered } from '../testing/fake-services.ts';
import { startGateway, type TestGateway } from '../testing/gateway.ts';

type Era = '2026-07-28' | '2025-11-25';
type Caller = {
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;
  readonly list: () => Promise<{ readonly tools: readonly Record<string, unknown>[] }>;
  readonly close: () => Promise<void>;
};

// The clients of both protocol versions take seconds to load on a busy machine.
jest.setTimeout(30_000);

let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  key = gateway.billing.open().key;
  gateway.engine.verify = async () => delivered;
});

/** Connects the official client of a protocol version. */
async function connect(era: Era): Promise<Caller> {
  const url = new URL(`http://127.0.0.1:${gateway.port}/mcp`);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const info = { name: 'test', version: '1.0.0' };
  if (era === '2026-07-28') {
    const client = new ModernClient(info, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new ModernTransport(url, { requestInit }));
    return {
      call: (name, args = {}) => client.callTool({ name, arguments: args }) as Promise<Record<string, unknown>>,
      list: () => client.listTools() as ReturnType<Caller['list']>,
      close: () => client.close(),
    };
  }
  const client = new EarlierClient(info);
  await client.connect(new EarlierTransport(url, { requestInit }) as Parameters<typeof client.connect>[0]);
  return {
    call: (name, args = {}) => client.callTool({ name, arguments: args }) as Promise<Record<string, unknown>>,
    list: () => client.listTools() as unknown as ReturnType<Caller['list']>,
    close: () => client.close(),
  };
}

const eras: readonly Era[] = ['2026-07-28', '2025-11-25'];

test.each(eras)('null in the place of arguments, or of an optional one, means none: %s', async (era) => {
  const params = { name: 'list_types', arguments: null };
  const caller = await connect(era);
  expect(await caller.call('list_types', null as never)).toMatchObject({
    structuredContent: { types: expect.anything() },
  });
  const toolArguments = { type: 'token.price', params: { token: 'SOL' }, minLevel: null };
  expect(await caller.call('get_data', toolArguments)).not.toMatchObject({ isError: true });
  await caller.close();
  const sent = await gateway.send('/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, key });
  expect(sent.status).not.toBe(500);
});

test('a message that nests 20,000 levels is refused wherever it nests, and the endpoint goes on', async () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const call = (args: string, meta = '{}'): string =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_data","arguments":${args},"_meta":${meta}}}`;
  const bodies = [
    call(`{"type":"token.price","params":{"token":${deep}}}`),
    call('{"type":"token.price","params":{}}', `{"traceparent":${deep}}`),
    `{"jsonrpc":"2.0","id":${deep},"method":"tools/list"}`,
    deep,
  ];
  for (const body of bodies) {
    const answer = await gateway.send('/mcp', { body, key });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_JSON' } });
  }
  const caller = await connect('2026-07-28');
  expect((await caller.list()).tools).toHaveLength(8);
  await caller.close();
});

test.each(eras)('a client of %s lists the tools with their annotations, in under 8 kB', async (era) => {
  const caller = await connect(era);
  const { tools } = await caller.list();
  expect(tools.map(({ name }) => name)).toEqual([
    'ask',
    'get_data',
    'list_types',
    'gate',
    'create_watch',
    'list_watches',
    'delete_watch',
    'explain',
  ]);
  expect(tools.find(({ name }) => name === 'delete_watch')).toMatchObject({
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  });
  expect(tools.every((tool) => JSON.stringify(tool['inputSchema']).match(/key/i) === null)).toBe(true);
  const untyped = tools.flatMap(({ name, outputSchema }) =>
    Object.entries((outputSchema as { properties: Record<string, object> } | undefined)?.properties ?? {})
      .filter(([, field]) => !('type' in field || 'enum' in field || 'const' in field))
      .map(([field]) => `${String(name)}.${field}`),
  );
  expect(untyped).toEqual([]);
  expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(8_000);
  await caller.close();
});

test('the list of tools is under 8,000 bytes on the wire', async () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const answer = await gateway.send('/mcp', { body: list, key });
  expect([answer.status, answer.bytes < 8_000, answer.bytes]).toEqual([200, true, answer.bytes]);
  expect(answer.text).toContain('create_watch');
});

test.each(eras)(
  'a tool called by a client of %s has the body, the charge and the limit of the request',
  async (era) => {
    const caller = await connect(era);
    const over = await gateway.send('/v1/get_data', { key, body: { type: 'token.price' } });
    const result = await caller.call('get_data', { type: 'token.price', params: {} });
    const body = result['structuredContent'] as Record<string, unknown>;
    expect({ ...body, traceId: '', verification: {}, balanceAfter: 0 }).toEqual({
      ...over.body,
      traceId: '',
      verification: {},
      balanceAfter: 0,
    });
    expect(body['balanceAfter']).toBe(9.997496);
    expect(JSON.parse((result['content'] as { text: string }[])[0]?.text ?? '')).toEqual(body);
    await caller.close();
  },
);

test.each(eras)(
  'a refusal is a result for a client of %s, and a 4xx is an error with the sentence of the service',
  async (era) => {
    const caller = await connect(era);
    gateway.engine.verify = async () => undelivered('refused', { reason: 'no reference answered' });
    const refused = await caller.call('get_data', { type: 'token.price', minLevel: 'anchored' });
    expect([refused['isError'] ?? false, refused['structuredContent']]).toMatchObject([
      false,
      { status: 'refused', reason: 'no reference answered', debitedCredits: 0 },
    ]);
    const wrong = await caller.call('get_data', { type: 'social.value', params: {} });
    expect(wrong).toMatchObject({ isError: true });
    expect(JSON.stringify(wrong['content'])).toContain('MISSING_PARAM: social.value needs handle and user_id');
    expect(JSON.stringify(await caller.call('get_data', { type: 7 }))).toContain('MISSING_TYPE');
    expect(JSON.stringify(await caller.call('explain', { traceId: 'tr_none' }))).toContain('NOT_FOUND');
    expect(await caller.call('list_watches')).toMatchObject({ structuredContent: { watches: [] } });
    await caller.close();
  },
);

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const accept = 'application/json, text/event-stream';

const initialize = {
  ...message,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const modern = {
  ...message,
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    },
  },
};
const modernHeaders = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
const anything = [
  undefined,
  '',
  '*/*',
  'application/json',
  'application/*',
  'Application/JSON;q=0.8',
  accept,
  'text/html, */*;q=0.1',
];

test.each([
  ['tools/list of 2025-11-25', message, {}],
  ['initialize of 2025-11-25', initialize, {}],
  ['tools/list of 2026-07-28', modern, modernHeaders],
])(
  '%s: a caller that takes JSON in any form gets JSON, one of streams a stream, any other 406',
  async (_title, body, more) => {
    const send = async (accepted: string | undefined) => {
      const acceptHeaders: Record<string, string> = accepted === undefined ? {} : { accept: accepted };
      const { status, headers, text } = await gateway.send('/mcp', {
        key,
        headers: { ...more, ...acceptHeaders },
        body,
      });
      return { status, type: headers['content-type']?.split(';')[0], text };
    };
    // The limit of unknown keys does not apply to a key that billing accepted.
    await gateway.send('/v1/types', { key });
    for (const accepted of anything) {
      const { status, type, text } = await send(accepted);
      expect([accepted, status, type, JSON.parse(text)]).toEqual([
        accepted,
        200,
        'application/json',
        expect.objectContaining({ jsonrpc: '2.0', id: 1, result: expect.anything() }),
      ]);
    }
    for (const accepted of ['text/event-stream', 'text/*', '*/*, application/json;q=0']) {
      const { status, type, text } = await send(accepted);
      expect([accepted, status, type, text]).toEqual([
        accepted,
        200,
        'text/event-stream',
        expect.stringContaining('"result"'),
      ]);
    }
    for (const accepted of ['text/html', 'application/xml', '*/*;q=0', 'image/*']) {
      expect([accepted, await send(accepted)]).toEqual([
        accepted,
        { status: 406, type: 'application/json', text: expect.stringContaining('send Accept with') },
      ]);
    }
  },
);

test('a message without a key is 401, and a page of another origin is 403', async () => {
  const post = (headers: Record<string, string>, sentKey = '') =>
    fetch(`http://127.0.0.1:${gateway.port}/mcp`, {
      method: 'POST',
      headers: { accept, 'content-type': 'application/json', authorization: `Bearer ${sentKey}`, ...headers },
      body: JSON.stringify(message),
    });
  expect((await post({})).status).toBe(401);
  expect((await post({}, 'asy_wrong')).status).toBe(401);
  expect((await post({ origin: 'https://evil.example' }, key)).status).toBe(403);
  expect((await post({ origin: 'http://localhost:3000' }, key)).status).toBe(200);
});

test.each([
  ['get_data', {}, 'MISSING_TYPE', 'list_types lists the types'],
  ['get_data', { type: 'token.prise' }, 'TYPE_NOT_FOUND', 'list_types lists the types'],
  ['ask', { query: 'x', minLvl: 'anchored' }, 'INVALID_PARAM', 'the arguments have no field "minLvl"'],
])('an error of %s with %j is in the words of the tools', async (tool, args, code, words) => {
  const caller = await connect('2026-07-28');
  const [content] = (await caller.call(tool, args))['content'] as { text: string }[];
  expect(content?.text).toMatch(new RegExp(`^${code}: `));
  expect(content?.text).toContain(words);
  expect(content?.text).not.toMatch(/(GET|POST) \/v1|the body/);
  await caller.close();
});

test('a subscription is acknowledged with nothing to notify of, and ends at once', async () => {
  const listen = {
    ...message,
    method: 'subscriptions/listen',
    params: {
      notifications: { toolsListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      },
    },
  };
  const headers = { accept, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(listen),
  });
  const events = (await answer.text()).match(/(?<=^data: ).*$/gm)?.map((line) => JSON.parse(line) as object);
  const meta = { 'io.modelcontextprotocol/subscriptionId': message.id };
  expect(events).toMatchObject([
    { method: 'notifications/subscriptions/acknowledged', params: { notifications: {}, _meta: meta } },
    { id: message.id, result: { resultType: 'complete' } },
  ]);
});

test('the trace context of a message is recorded as a link and not adopted', async () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const params = { name: 'list_types', arguments: {}, _meta: { traceparent } };
  const answer = await gateway.send('/mcp', {
    key,
    headers: { accept },
    body: { ...message, method: 'tools/call', params },
  });
  expect(answer.status).toBe(200);
  const end = gateway.ends.find(({ operation }) => operation === 'GET /v1/types');
  expect(JSON.stringify(end?.context.trace ?? {})).not.toContain('a'.repeat(32));
});
