import { createLogger } from '@assay/telemetry/log';
import { serveHttp, type HttpServer } from '@assay/runtime/http-server';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { z } from 'zod';
import { personRoute, type AccountCall } from './api/route.ts';
import events from './api/routes/events/route.ts';
import type { DashboardTools } from './api/tools.ts';
import { createApp } from './app.ts';
import type { BrowserRequestLimit } from './request-limit.ts';
import { invitationMail } from './sign-in/mail-texts.ts';

const origin = 'http://127.0.0.1';
let server: HttpServer;
let seen: unknown[];
let waitMs: number;
let confirmed: string[];
let sessionReads: number;
let running: (() => void)[];
let personId: string;

beforeEach(async () => {
  seen = [];
  waitMs = 0;
  confirmed = [];
  sessionReads = 0;
  const requestLimit: BrowserRequestLimit = {
    take: () => waitMs,
    onSession: (token) => void confirmed.push(token),
    onNoSession: () => undefined,
  };
  const route = personRoute({
    method: 'POST',
    path: '/api/things',
    input: z.object({ params: z.record(z.string(), z.unknown()) }),
    run: async ({ input }) => {
      seen.push(JSON.parse(JSON.stringify(input)));
      return {};
    },
  });
  const longRoute = personRoute({
    method: 'GET',
    path: '/api/long',
    maxInFlight: 2,
    input: z.object({}),
    run: () => new Promise((resolve) => void running.push(() => resolve({}))),
  });
  running = [];
  personId = 'p1';
  const person = { name: 'Ann', email: 'ann@example.com' };
  const signIn = {
    handler: async (request: Request) => new Response(await request.text()),
    api: {
      getSession: async () => {
        sessionReads += 1;
        return { user: { ...person, id: personId }, session: { token: 'token-of-ann' } };
      },
    },
  };
  const app = createApp({
    routes: [route, longRoute],
    tools: { signIn } as unknown as DashboardTools,
    baseUrl: origin,
    trustedProxies: 0,
    pages: '/nowhere',
    requestLimit,
    log: createLogger('test', 'silent'),
  });
  server = await serveHttp(app, 0, '127.0.0.1', { maxConnectionsPerAddress: 8 });
});
afterEach(() => server.close(0));

test('the port that browsers reach has no endpoint for operators', async () => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/operator/sign-in-links`, {
    method: 'POST',
    headers: { authorization: 'Bearer the-token-of-root', 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: 'ann@example.com', accountId: 'acc_1', accountName: 'Ann' }),
  });
  expect(answer.status).toBe(404);
  const form = new URLSearchParams({ token: 'the-token-of-root' });
  const check = await fetch(`http://127.0.0.1:${server.port}/doctor`, {
    method: 'POST',
    headers: { origin },
    body: form,
  });
  expect(check.status).toBe(404);
});

test('a person has as many long requests in flight as the route allows, and others have theirs', async () => {
  const ask = () => fetch(`${origin}:${server.port}/api/long`);
  const untilRunning = async (count: number): Promise<void> => {
    while (running.length < count) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const first = ask();
  await untilRunning(1);
  const second = ask();
  await untilRunning(2);
  const refused = await ask();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  personId = 'p2';
  const ofAnother = ask();
  await untilRunning(3);
  personId = 'p1';
  running[0]?.();
  expect((await first).status).toBe(200);
  const third = ask();
  await untilRunning(4);
  running.slice(1).forEach((end) => end());
  const statuses = (await Promise.all([second, third, ofAnother])).map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200]);
});

function post(path: string, body: string, type = 'application/json'): Promise<Response> {
  return fetch(`${origin}:${server.port}${path}`, { method: 'POST', headers: { origin, 'content-type': type }, body });
}

test.each([
  ['without an origin', {}],
  ['from another site', { origin: 'https://attacker.example' }],
  ['from a page without an origin', { origin: 'null' }],
  ['from a site whose name begins alike', { origin: `${origin}.attacker.example` }],
])('a change %s is refused before it runs, also one of sign-in', async (_, headers) => {
  for (const path of ['/api/things', '/api/auth/sign-out']) {
    const response = await fetch(`${origin}:${server.port}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"params":{}}',
    });
    expect([path, response.status]).toEqual([path, 403]);
  }
  expect(seen).toEqual([]);
});

test('no answer may be framed, and pages run scripts of the dashboard alone', async () => {
  const { headers } = await fetch(`${origin}:${server.port}/api/deployment`);
  expect(headers.get('x-frame-options')).toBe('DENY');
  const policy = headers.get('content-security-policy')?.split('; ') ?? [];
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]));
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

const deep = `{"params":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`;

test.each(['/api/things', '/api/auth/sign-in/email'])(
  'a body on %s that nests too deep, has half a character or is too large is INVALID_JSON',
  async (path) => {
    for (const body of [deep, String.raw`{"params":{"a":"\ud83d"}}`, `{"params":{"a":"${'x'.repeat(70_000)}"}}`]) {
      const response = await post(path, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: 'INVALID_JSON' } });
    }
    expect(seen).toEqual([]);
  },
);

test('a body that is not JSON is refused, and sign-in gets the JSON that the browser sent', async () => {
  expect((await post('/api/auth/sign-in/email', 'a=1', 'application/x-www-form-urlencoded')).status).toBe(415);
  const response = await post('/api/auth/sign-in/email', '{"email":"ann@example.com"}');
  expect(await response.json()).toEqual({ email: 'ann@example.com' });
  expect((await post('/api/things', '{"params":{}}')).status).toBe(200);
  expect(seen).toEqual([{ params: {} }]);
});

test('a request beyond the limit gets 429 with whole seconds before its session is read, and files are never limited', async () => {
  expect((await post('/api/things', '{"params":{}}')).status).toBe(200);
  expect([confirmed, sessionReads]).toEqual([['token-of-ann'], 1]);
  waitMs = 1_001;
  for (const path of ['/api/things', '/API/things', '/api/auth/sign-in/email', '/api/unknown']) {
    const response = await post(path, '{"params":');
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 429, '2']);
    expect(await response.json()).toEqual({
      error: { code: 'RATE_LIMIT', message: 'too many requests came from your browser or network; wait 2 s' },
    });
  }
  expect([seen.length, sessionReads]).toEqual([1, 1]);
  for (const path of ['/', '/assets/missing.js', '/apiary']) {
    expect((await fetch(`${origin}:${server.port}${path}`)).status).not.toBe(429);
  }
});

/** Opens the stream of events of an account. The test can close the response. */
function startEvents(isAllowed: () => Promise<boolean> = async () => true): {
  response: EventEmitter;
  reads: () => number;
  answer: () => void;
  written: string[];
  isEnded: () => boolean;
} {
  let reads = 0;
  let isEnded = false;
  let answer: () => void = () => undefined;
  const written: string[] = [];
  const response = Object.assign(new EventEmitter(), {
    writableNeedDrain: false,
    setHeader: () => undefined,
    flushHeaders: () => undefined,
    write: (text: string) => written.push(text),
    end: () => void (isEnded = true),
  });
  const ListAccounts = (): Promise<object> => {
    reads += 1;
    return new Promise((resolve) => (answer = () => resolve({ accounts: [] })));
  };
  const tools = {
    billing: { ListAccounts },
    engine: { ListDecisions: async () => ({ decisions: [] }) },
    watches: { ListWatches: async () => ({ watches: [] }) },
  };
  const call = { membership: { accountId: 'acc_1' }, response, isAllowed } as unknown as AccountCall<never>;
  void events.run(call, tools as unknown as DashboardTools);
  return { response, reads: () => reads, answer: () => answer(), written, isEnded: () => isEnded };
}

test('a stream of events that closes during a read is written no more and reads no more', async () => {
  const { response, reads, answer, written } = startEvents();
  response.emit('close');
  answer();
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(written).toEqual([]);
  expect(reads()).toBe(1);
});

test('a stream of events ends before its next event when the session or the membership has ended', async () => {
  const { answer, written, isEnded } = startEvents(async () => false);
  answer();
  await new Promise((resolve) => setImmediate(resolve));
  expect(written).toEqual([]);
  expect(isEnded()).toBe(true);
});

test('while nobody can say whether a session has ended, its stream lives and tells nothing', async () => {
  const { response, answer, written, isEnded } = startEvents(() => Promise.reject(new Error('connection refused')));
  answer();
  await new Promise((resolve) => setImmediate(resolve));
  expect(written).toEqual([':\n\n']);
  expect(isEnded()).toBe(false);
  response.emit('close');
});

test('a long name is cut between two characters in a mail', () => {
  const { subject, text } = invitationMail({
    to: 'ann@example.com',
    account: 'Acme',
    inviter: `${'x'.repeat(199)}😀😀`,
    url: 'https://example.com',
  });
  expect(`${subject}${text}`).not.toMatch(/\p{Surrogate}/u);
});
