import { afterEach, expect, test } from '@jest/globals';
import { generateApiKey } from '@assay/identifiers/api-key';
import { connect } from 'node:net';
import { once } from 'node:events';
import { startGateway, type GatewayRequest, type TestGateway } from '../testing/gateway.ts';
import type { GatewayResponse } from '../testing/gateway-response.ts';

const open: TestGateway[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
});

async function start(options: Parameters<typeof startGateway>[0] = {}): Promise<TestGateway> {
  const gateway = await startGateway({ mode: 'sandbox', ...options });
  open.push(gateway);
  return gateway;
}

/** Returns one response for each reason of a refusal. */
async function refusals(gateway: TestGateway): Promise<GatewayResponse[]> {
  const { key } = gateway.billing.open(10_000_000n, 1);
  const question: GatewayRequest = { method: 'POST', body: { type: 'token.price' } };
  await gateway.send('/v1/types', { key });
  const fromMemory = [
    await gateway.send('/v1/get_data', question),
    await gateway.send('/v1/get_data', { ...question, key: `${key}x` }),
    await gateway.send('/v1/get_data', { ...question, key }),
    await gateway.send('/v1/types', { method: 'HEAD', key }),
  ];
  let unknown = await gateway.send('/v1/types', { key: generateApiKey() });
  while (unknown.status !== 429) {
    unknown = await gateway.send('/v1/types', { key: generateApiKey() });
  }
  return [...fromMemory, unknown];
}

/** The headers whose values differ between two gateways, because they depend on the time or on the settings. */
const varying = new Set(['date', 'x-trace-id', 'vary', 'retry-after', 'ratelimit-reset']);

const comparable = ({ status, headers, text }: GatewayResponse): object => {
  const names = Object.keys(headers).filter((name) => name !== 'vary');
  return {
    status,
    headers: Object.fromEntries(names.map((name) => [name, varying.has(name) ? '' : headers[name]])),
    text: text.replace(String(headers['x-trace-id']), 'the trace id'),
  };
};

test('a refusal that is written early equals one that takes the ordinary way', async () => {
  const early = await refusals(await start());
  const ordinary = await refusals(await start({ corsOrigins: ['https://example.com'] }));
  expect(early.map(({ status }) => status)).toEqual([401, 401, 429, 429, 429]);
  expect(early.map(comparable)).toEqual(ordinary.map(comparable));
  for (const { headers } of early.filter(({ status }) => status === 429)) {
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(headers['ratelimit-reset'] ?? headers['retry-after']).toBe(headers['retry-after']);
  }
  for (const { status, text, headers } of early.filter(({ text }) => text !== '')) {
    expect(JSON.parse(text)).toMatchObject({ status: 'error', traceId: headers['x-trace-id'] });
    expect(headers['ratelimit-limit'] === undefined).toBe(status === 401 || !text.includes('/min'));
  }
}, 30_000);

test('early refusals have trace ids of their own and are counted', async () => {
  const gateway = await start();
  const first = await gateway.send('/v1/get_data', { method: 'POST', body: {} });
  const second = await gateway.send('/v1/types/nothing');
  expect(first.headers['x-trace-id']).not.toBe(second.headers['x-trace-id']);
  expect(gateway.ends.map(({ operation, status, code }) => [operation, status, code])).toEqual([
    ['POST /v1/get_data', 401, 'INVALID_KEY'],
    ['unmatched', 401, 'INVALID_KEY'],
  ]);
});

test('a stopping gateway closes the connection of an early refusal', async () => {
  const gateway = await start({ stopping: () => true });
  const refused = await gateway.send('/v1/types');
  expect(refused).toMatchObject({ status: 401, headers: { connection: 'close' } });
});

test('a connection goes on after early refusals, with and without a complete body', async () => {
  const gateway = await start();
  const { key } = gateway.billing.open();
  const socket = connect(gateway.port, '127.0.0.1');
  const received: string[] = [];
  socket.on('data', (bytes) => received.push(bytes.toString()));
  const post = 'POST /v1/get_data HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n';
  socket.write(`${post}abcd${post}ab`);
  await once(socket, 'data');
  socket.write(`cdGET /v1/types HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\nconnection: close\r\n\r\n`);
  await once(socket, 'close');
  const statuses = received.join('').match(/HTTP\/1\.1 \d+/g);
  expect(statuses).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401', 'HTTP/1.1 200']);
});

test('the connection of a refused caller who sends on and on is closed', async () => {
  const gateway = await start();
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST /v1/get_data HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  const chunk = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`);
  const send = (): void => {
    if (!socket.destroyed) {
      socket.write(chunk, send);
    }
  };
  const closed = new Promise((resolve) => socket.once('close', resolve));
  send();
  await closed;
  expect(gateway.ends).toMatchObject([{ status: 401 }]);
});

test.each(['/v1/types/', '/v1/types?', '/v1/types?#y'])('%s reaches the operation of its path', async (path) => {
  const gateway = await start();
  const { key } = gateway.billing.open();
  const { status } = await fetch(`http://127.0.0.1:${gateway.port}${path}`, { headers: { 'x-api-key': key } });
  expect(status).toBe(200);
  expect(gateway.ends).toMatchObject([{ operation: 'GET /v1/types' }]);
});
