import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { generateApiKey } from '@assay/identifiers/api-key';
import { connect } from 'node:net';
import { delivered } from '../testing/fake-services.ts';
import { startGateway, type TestGateway } from '../testing/gateway.ts';
import { dispatch } from './dispatch.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.engine.verify = async () => delivered;
  gateway.billing.state.holds.clear();
  gateway.billing.state.delivered.length = 0;
  gateway.billing.state.undelivered.length = 0;
  gateway.ends.length = 0;
});

const headers = { accept: 'application/json, text/event-stream' };
const call = (name: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: { type: 'token.price' } },
});
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

test('the charge of a tool is confirmed when its answer was written', async () => {
  const { key } = gateway.billing.open();
  expect((await gateway.send('/mcp', { key, headers, body: call('get_data') })).status).toBe(200);
  await gateway.confirmations.flush(1_000);
  expect(gateway.billing.state.delivered).toEqual([...gateway.billing.state.holds.keys()]);
  expect(gateway.billing.state.undelivered).toEqual([]);
  expect(gateway.ends.map(({ operation, status }) => [operation, status])).toEqual([
    ['POST /mcp', 200],
    ['POST /v1/get_data', 200],
  ]);
});

test('the charge of a tool is reversed when its caller disconnects before the answer', async () => {
  const { key } = gateway.billing.open();
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let finish = (): void => undefined;
  gateway.engine.verify = async () => {
    begin();
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return delivered;
  };
  const body = JSON.stringify(call('get_data'));
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(
    `POST /mcp HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n` +
      `accept: ${headers.accept}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await begun;
  socket.destroy();
  await untilEnds(1);
  finish();
  await untilEnds(2);
  await gateway.confirmations.flush(1_000);
  expect(gateway.billing.state.undelivered).toEqual([...gateway.billing.state.holds.keys()]);
  expect(gateway.billing.state.delivered).toEqual([]);
});

test.each([
  [true, 'finish'],
  [false, 'close'],
])('a local response waits for its caller, and then ends once (delivered: %p)', async (isDelivered, first) => {
  const events: string[] = [];
  const answer = await dispatch(
    (_request, response) => {
      response.on('finish', () => events.push('finish'));
      response.on('close', () => events.push('close'));
      response.writeHead(200).end('{}');
    },
    { method: 'GET', path: '/', headers: {}, body: '', remoteAddress: '', signal: new AbortController().signal },
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect([answer.body, events]).toEqual(['{}', []]);
  answer.onDelivered(isDelivered);
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual(first === 'finish' ? ['finish', 'close'] : ['close']);
});

test('a flood of messages that call no tool is limited for a key, and its calls of tools are not', async () => {
  const { key } = gateway.billing.open();
  await gateway.send('/v1/types', { key });
  const statuses = await Promise.all(
    Array.from({ length: 80 }, async (_, index) => {
      const body = index % 2 === 0 ? ping : call('no_such_tool');
      return gateway.send('/mcp', { key, headers, body });
    }),
  );
  const limited = statuses.filter(({ status }) => status === 429);
  expect(limited.length).toBeGreaterThan(5);
  expect(limited[0]).toMatchObject({ headers: { 'retry-after': '1' }, body: { code: 'RATE_LIMIT' } });
  expect((await gateway.send('/mcp', { key, headers, body: call('list_types') })).status).toBe(200);
});

test.each<[string, object, Record<string, string>]>([
  ['without an id', { id: undefined }, {}],
  ['with an id that is no id', { id: { deep: 1 } }, {}],
  ['with arguments that are no object', { params: { name: 'list_types', arguments: 'x' } }, {}],
  ['of another version of JSON-RPC', { jsonrpc: '1.0' }, {}],
])('a flood of calls of tools %s, which become no request, is limited', async (_title, more, moreHeaders) => {
  const { key } = gateway.billing.open();
  await gateway.send('/v1/types', { key });
  let limited = 0;
  for (let each = 0; each < 60; each += 1) {
    const body = { ...(call('list_types') as object), ...more };
    const answer = await gateway.send('/mcp', { key: generateApiKey(), headers: { ...headers, ...moreHeaders }, body });
    limited += answer.status === 429 ? 1 : 0;
  }
  expect(limited).toBeGreaterThan(5);
  // A key that billing accepted has a separate limit.
  expect((await gateway.send('/mcp', { key, headers, body: call('list_types') })).status).toBe(200);
});

test('keys that an address made up share one limit', async () => {
  const { key } = gateway.billing.open();
  await gateway.send('/v1/types', { key });
  const flood = Array.from({ length: 80 }, () => gateway.send('/mcp', { key: generateApiKey(), headers, body: ping }));
  expect((await Promise.all(flood)).filter(({ status }) => status === 429).length).toBeGreaterThan(5);
  expect((await gateway.send('/mcp', { key, headers, body: ping })).status).toBe(200);
});

test('a key that billing refused is 401 for every message', async () => {
  const key = generateApiKey();
  await gateway.send('/v1/types', { key });
  expect((await gateway.send('/mcp', { key, headers, body: ping })).status).toBe(401);
});

async function untilEnds(count: number): Promise<void> {
  while (gateway.ends.length < count) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
