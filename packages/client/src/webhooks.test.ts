import { afterEach, expect, test } from '@jest/globals';
import express from 'express';
import fastify from 'fastify';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { canonicalJson } from './canonical-json.ts';
import { signNotification } from './webhooks.ts';
import { expressWebhook, fastifyWebhook, webhookHandler, type Notification, type WebhookOptions } from './webhooks.ts';

const secret = 'whsec_pT3vWcX0bq8mJk2nR5sY7uA9dF1gH4jL6zQ8wE0rT2y';
const firedAtMs = Date.parse('2026-11-20T12:00:00.000Z');
const closing: (() => unknown)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

function fired(traceId: string, more: object = {}): string {
  const body = {
    event: 'watch.fired',
    watchId: 'w_1',
    type: 'chain.token_risk',
    params: {},
    value: { overallRisk: 41 },
  };
  return signNotification({ ...body, traceId, firedAt: new Date(firedAtMs).toISOString(), ...more }, secret);
}

type Kind = 'Express' | 'Express after express.json' | 'node:http' | 'Fastify' | 'Request to Response';
type Post = (body: string | Uint8Array, method?: string) => Promise<number>;

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
const postTo =
  (url: string): Post =>
  async (body, method = 'POST') => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body }) })).status;
  };

/** Starts a server of one framework with a webhook handler. Returns a function that posts a body to it. */
async function start(kind: Kind, options: WebhookOptions): Promise<Post> {
  if (kind === 'Request to Response') {
    const handle = webhookHandler(options);
    return async (body, method = 'POST') => {
      const request = new Request('https://example.com/hooks', { method, ...(method === 'GET' ? {} : { body }) });
      return handle(request).then(
        ({ status }) => status,
        () => 500,
      );
    };
  }
  if (kind === 'Fastify') {
    const app = fastify();
    await app.register(fastifyWebhook({ ...options, path: '/hooks' }));
    closing.push(() => app.close());
    return postTo(`${await app.listen({ host: '127.0.0.1', port: 0 })}/hooks`);
  }
  const handle = expressWebhook(options);
  const app = express();
  if (kind === 'Express after express.json') {
    app.use(express.json());
  }
  app.all('/hooks', handle);
  app.use(
    (_error: unknown, _request: unknown, response: express.Response, _next: unknown) => void response.status(500).end(),
  );
  const server = createServer(kind === 'node:http' ? (request, response) => handle(request, response) : app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return postTo(urlOf(server));
}

const kinds: readonly Kind[] = ['Express', 'Express after express.json', 'node:http', 'Fastify', 'Request to Response'];

test.each(kinds)(
  '%s hands over a genuine notification once, and refuses forged, old and repeated ones',
  async (kind) => {
    const received: Notification[] = [];
    let nowMs = firedAtMs + 1_000;
    const post = await start(kind, { secret, now: () => nowMs, onNotification: (each) => void received.push(each) });
    expect(await post(fired('tr_1'))).toBe(204);
    expect(received).toMatchObject([{ watchId: 'w_1', type: 'chain.token_risk', value: { overallRisk: 41 } }]);
    expect(await post(fired('tr_1'))).toBe(409);
    expect(await post(fired('tr_2').replace('41', '40'))).toBe(401);
    expect(await post(signNotification({ event: 'watch.fired', traceId: 'tr_3' }, 'whsec_other'))).toBe(401);
    nowMs += 300_000;
    expect(await post(fired('tr_4'))).toBe(409);
    nowMs = firedAtMs - 300_001;
    expect(await post(fired('tr_5'))).toBe(409);
    expect(received).toHaveLength(1);
  },
);

test.each(kinds.filter((kind) => kind !== 'Express after express.json'))(
  '%s refuses a body that is not byte for byte what was signed',
  async (kind) => {
    const post = await start(kind, { secret, now: () => firedAtMs, onNotification: () => undefined });
    expect(await post(fired('tr_1').replace('{', '{"event":"other",'))).toBe(401);
    expect(await post(`${fired('tr_1')} `)).toBe(401);
    expect(await post('x')).toBe(401);
    expect(await post(Buffer.from([0x7b, 0xff, 0x7d]))).toBe(401);
    expect(await post('1'.repeat(1_048_577))).toBe(413);
  },
);

test.each(kinds)(
  '%s answers 500 when the program fails, so that the service counts the notification as not received',
  async (kind) => {
    const onNotification = () => Promise.reject(new Error('the database is down'));
    const post = await start(kind, { secret, now: () => firedAtMs, onNotification });
    expect(await post(fired('tr_1'))).toBe(500);
  },
);

test.each(kinds.filter((kind) => kind !== 'Fastify'))('%s answers 405 to other methods', async (kind) => {
  const post = await start(kind, { secret, onNotification: () => undefined });
  expect(await post('', 'GET')).toBe(405);
});

test('one handler serves many watches, each with its own secret', async () => {
  const secrets: Record<string, string> = { w_1: secret };
  const post = await start('Request to Response', {
    secret: async (watchId) => secrets[watchId],
    now: () => firedAtMs,
    onNotification: () => undefined,
  });
  expect(await post(fired('tr_1'))).toBe(204);
  expect(await post(fired('tr_2', { watchId: 'w_2' }))).toBe(401);
});

test('the caller can remember notifications elsewhere', async () => {
  const stored: [string, number][] = [];
  const post = await start('Request to Response', {
    secret,
    now: () => firedAtMs,
    maxAgeMs: 1_000,
    seen: { add: async (...entry) => stored.push(entry) === 1 },
    onNotification: () => undefined,
  });
  expect([await post(fired('tr_1')), await post(fired('tr_1'))]).toEqual([204, 409]);
  expect(stored[0]).toEqual(['tr_1', firedAtMs + 1_000]);
});

test('a body without an event or with an event of another kind is refused, even if it is signed', async () => {
  const post = await start('Request to Response', { secret, now: () => firedAtMs, onNotification: () => undefined });
  expect(await post(fired('tr_1', { event: 'watch.other' }))).toBe(401);
  expect(await post(canonicalJson({}))).toBe(401);
});

test('a genuine test notification gets 204 and is not handed over', async () => {
  const received: Notification[] = [];
  const options = { secret, onNotification: (each: Notification) => void received.push(each), now: () => firedAtMs };
  const post = await start('Request to Response', options);
  const testBody = fired('tr_test', { event: 'watch.test', value: {} });
  expect(await post(testBody)).toBe(204);
  expect(await post(testBody.replace('w_1', 'w_2'))).toBe(401);
  expect(received).toEqual([]);
});

test('a handler without a secret is refused when it is created', () => {
  expect(() => webhookHandler({ secret: '', onNotification: () => undefined })).toThrow('webhookSecret');
});
