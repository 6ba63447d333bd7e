import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProviderHttp, parseExact, retryAfter, servedAt } from './fetch.ts';

const http = createProviderHttp();
let server: Server;
let base = '';
let serve: RequestListener = () => undefined;

beforeAll(async () => {
  server = createServer((request, response) => serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix`;
});
afterAll(async () => {
  await http.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('a response keeps every number as text and carries the time at which it was served', async () => {
  serve = (request, response) => {
    expect([request.method, request.url, request.headers['x-key']]).toEqual(['GET', '/prefix/price?a=1', 'k']);
    expect(request.headers['accept-encoding']).toBe('identity');
    response.writeHead(200, { date: 'Thu, 01 Jan 2026 00:00:10 GMT', age: '3' });
    response.end('{"price":107077.696619246850,"big":12345678901234567890,"list":[1e-7,true,null,"1"]}');
  };
  expect(await http.fetch(base, { path: '/price?a=1', headers: { 'x-key': 'k' } }, 2_000)).toEqual({
    kind: 'answered',
    status: 200,
    body: { price: '107077.696619246850', big: '12345678901234567890', list: ['1e-7', true, null, '1'] },
    dateMs: Date.parse('Thu, 01 Jan 2026 00:00:10 GMT'),
    servedAtMs: Date.UTC(2026, 0, 1, 0, 0, 7),
  });
});

/** Creates a client with a clock that stands still until the test moves it. */
function onHeldClock() {
  let nowMs = 0;
  const timers: { readonly afterMs: number; readonly call: () => void }[] = [];
  const after = (afterMs: number, call: () => void) => {
    timers.push({ afterMs, call });
    return () => undefined;
  };
  /** Fires the newest timer, `lateMs` milliseconds after it was due. */
  const endTimer = (lateMs: number): void => {
    const timer = timers.at(-1);
    nowMs += (timer?.afterMs ?? 0) + lateMs;
    timer?.call();
  };
  return { http: createProviderHttp(undefined, { monotonic: () => nowMs, after }), timers, endTimer };
}

test('an answer that arrived while this process was busy is read after its time, and does not count as a timeout', async () => {
  const { http: held, timers, endTimer } = onHeldClock();
  let answerNow: () => void = () => undefined;
  const requestArrived = new Promise<void>((resolve) => {
    serve = (_request, response) => {
      answerNow = () => response.end('{}');
      resolve();
    };
  });
  const fetched = held.fetch(base, { path: '/' }, 100);
  await requestArrived;
  endTimer(70);
  expect(timers.map(({ afterMs }) => afterMs)).toEqual([100, 70]);
  answerNow();
  expect(await fetched).toMatchObject({ kind: 'answered' });
  await held.close();
});

test.each([
  ['on time', [10]],
  ['late twice', [200, 200]],
])('a request without an answer ends when its timer ends %s', async (_when, lateness) => {
  const { http: held, timers, endTimer } = onHeldClock();
  const requestArrived = new Promise<void>((resolve) => (serve = () => resolve()));
  const fetched = held.fetch(base, { path: '/' }, 100);
  await requestArrived;
  lateness.forEach(endTimer);
  expect(await fetched).toEqual({ kind: 'timeout', detail: 'no answer within 100 ms' });
  expect(timers.map(({ afterMs }) => afterMs)).toEqual(lateness.map(() => 100));
  await held.close();
});

test('a POST request carries its body', async () => {
  serve = (request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => response.end(JSON.stringify([request.method, text])));
  };
  const fetched = await http.fetch(base, { method: 'POST', path: '/', body: 'question' }, 2_000);
  expect(fetched).toMatchObject({ kind: 'answered', body: ['POST', 'question'] });
});

test('a body that is compressed without being asked, or begins with a byte order mark, is read', async () => {
  const body = '\uFEFF{"price":"107077.69"}';
  for (const headers of [{ 'content-encoding': 'gzip' }, {}]) {
    serve = (_request, response) => response.writeHead(200, headers).end(gzipSync(body));
    expect(await http.fetch(base, { path: '/' }, 2_000)).toMatchObject({ status: 200, body: { price: '107077.69' } });
  }
  serve = (_request, response) => response.end(body);
  expect(await http.fetch(base, { path: '/' }, 2_000)).toMatchObject({ status: 200, body: { price: '107077.69' } });
});

test('a body that grows beyond 1 MiB when it is decompressed is malformed', async () => {
  serve = (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(2_000_000)));
  expect(await http.fetch(base, { path: '/' }, 2_000)).toMatchObject({ kind: 'malformed' });
});

test('a redirect is returned and not followed, and Retry-After is read', async () => {
  serve = (_request, response) => response.writeHead(302, { location: '/elsewhere', 'retry-after': '7' }).end();
  expect(await http.fetch(base, { path: '/' }, 2_000)).toMatchObject({
    status: 302,
    retryAfterMs: 7_000,
    body: undefined,
  });
});

test('a response over 1 MiB is aborted while it arrives', async () => {
  serve = (_request, response) => {
    response.end('x'.repeat(1_100_000));
  };
  expect(await http.fetch(base, { path: '/' }, 2_000)).toMatchObject({ kind: 'malformed' });
});

test('one timeout covers headers and body, also of a body that arrives byte by byte', async () => {
  let closed: () => void = () => undefined;
  const abandoned = new Promise<void>((resolve) => (closed = resolve));
  serve = (_request, response) => {
    response.writeHead(200);
    response.write('{"price":');
    response.on('close', closed);
  };
  expect(await http.fetch(base, { path: '/' }, 60)).toEqual({ kind: 'timeout', detail: 'no answer within 60 ms' });
  await abandoned;
});

test('a broken and a refused connection are unreachable, with a detail that names no host', async () => {
  serve = (request) => void request.socket.destroy();
  expect(await http.fetch(base, { path: '/' }, 2_000)).toEqual({ kind: 'unreachable', detail: 'connection lost' });
  const refused = await http.fetch('http://127.0.0.1:1', { path: '/' }, 2_000);
  expect(refused).toEqual({ kind: 'unreachable', detail: 'connection refused' });
});

test('a body that is not JSON is undefined', () => {
  expect(parseExact('<html>')).toBeUndefined();
  expect(parseExact('')).toBeUndefined();
  expect(parseExact('{"a":01}')).toBeUndefined();
});

test('the time of a response is its Date minus its greatest Age, and undefined without a Date or a readable Age', () => {
  const date = 'Thu, 01 Jan 2026 00:00:10 GMT';
  expect(servedAt(date, undefined)).toBe(Date.UTC(2026, 0, 1, 0, 0, 10));
  expect(servedAt(date, '4')).toBe(Date.UTC(2026, 0, 1, 0, 0, 6));
  expect(servedAt(date, '4, 9')).toBe(Date.UTC(2026, 0, 1, 0, 0, 1));
  expect(servedAt(date, ['9', '4'])).toBe(Date.UTC(2026, 0, 1, 0, 0, 1));
  expect([servedAt(date, '-5'), servedAt(date, 'old'), servedAt(date, '')]).toEqual([undefined, undefined, undefined]);
  expect(servedAt('soon', '3')).toBeUndefined();
  expect(servedAt(undefined, '3')).toBeUndefined();
});

test('Retry-After is read as seconds and as a date', () => {
  expect(retryAfter('Thu, 01 Jan 2026 00:00:30 GMT', Date.UTC(2026, 0, 1))).toBe(30_000);
  expect(retryAfter('Thu, 01 Jan 2026 00:00:30 GMT', undefined)).toBeUndefined();
  expect(retryAfter('later', 0)).toBeUndefined();
  expect(retryAfter('12', undefined)).toBe(12_000);
});
