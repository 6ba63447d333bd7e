import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { brotliDecompressSync } from 'node:zlib';
import { startGateway, type TestGateway } from '../testing/gateway.ts';

const origin = 'https://app.example.com';
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ corsOrigins: [origin] });
});
afterAll(() => gateway.close());

test('GET / shows a browser the first page and gives a program an index', async () => {
  const browser = await gateway.send('/', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  expect(browser).toMatchObject({ status: 200, text: expect.stringContaining('The first page') });
  expect(browser.headers['vary']).toContain('accept,');
  expect(browser.headers['content-security-policy']).toContain("default-src 'none'");
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    const program = await gateway.send('/', { headers });
    expect(program).toMatchObject({
      status: 200,
      body: { docs: '/docs', openapi: '/v1/openapi.json', dashboard: 'https://dashboard.example.com' },
    });
  }
});

test('GET /healthz needs no key, and neither counts nor waits for anything', async () => {
  const answer = await gateway.send('/healthz');
  expect(answer).toMatchObject({ status: 200, body: { status: 'alive' }, headers: { 'cache-control': 'no-store' } });
  expect(await gateway.send('/healthz', { method: 'HEAD' })).toMatchObject({ status: 200, bytes: 0 });
  expect(await gateway.send('/healthz', { method: 'POST' })).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD' },
  });
});

test('a path outside of the API that does not exist is 404 without a key, and one of the API stays 401', async () => {
  for (const path of ['/favicon.ico', '/nothing', '/v1x/types', '/.env', '//v1/types']) {
    expect([path, await gateway.send(path)]).toMatchObject([path, { status: 404, body: { code: 'NOT_FOUND' } }]);
  }
  for (const path of ['/v1/nothing', '/v1', '/v1/', '/v1/types', '/mcp', '/mcp/x']) {
    expect([path, await gateway.send(path)]).toMatchObject([path, { status: 401, body: { code: 'INVALID_KEY' } }]);
  }
});

test('OPTIONS names the methods of a path without a key', async () => {
  const options = (path: string) => gateway.send(path, { method: 'OPTIONS' });
  expect(await options('/v1/get_data')).toMatchObject({ status: 204, headers: { allow: 'POST, OPTIONS' } });
  expect(await options('/v1/types')).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } });
  expect(await options('/nothing')).toMatchObject({ status: 404 });
  expect(await options('/v1/nothing')).toMatchObject({ status: 401 });
});

test('/llms.txt and /llms-full.txt need no key', async () => {
  for (const [path, text] of [
    ['/llms.txt', '# Assay'],
    ['/llms-full.txt', '# Assay, all pages'],
  ]) {
    const answer = await gateway.send(path ?? '');
    expect(answer).toMatchObject({ status: 200, text, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  }
});

test('/downloads lists the packages and serves them without a key, and no page of the docs site', async () => {
  expect(await gateway.send('/downloads')).toMatchObject({ status: 200, body: { packages: [] } });
  const client = await gateway.send('/downloads/assay-client.tgz');
  expect(client).toMatchObject({ status: 200, text: 'a tarball', headers: { 'content-type': 'application/gzip' } });
  expect(client.headers['cache-control']).toBe('no-cache');
  for (const path of ['/downloads/gate', '/downloads/nothing.tgz']) {
    expect((await gateway.send(path)).status).toBe(404);
  }
});

test('a page of the docs site has one address, a validator, and a policy for its own inline scripts only', async () => {
  const headers = { 'accept-encoding': 'br' };
  const page = await gateway.send('/docs/gate', { headers });
  expect(page).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br', 'cache-control': 'no-cache' },
  });
  expect(page.headers['content-security-policy']).toContain("script-src 'self' 'sha256-x';");
  const again = await gateway.send('/docs/gate', { headers: { ...headers, 'if-none-match': page.headers.etag ?? '' } });
  expect(again).toMatchObject({ status: 304, bytes: 0 });
  expect(await gateway.send('/docs/gate/', { headers })).toMatchObject({ status: 200 });
  expect((await gateway.send('/docs/assets/style.hash.css')).headers['cache-control']).toContain('immutable');
});

test('a missing page is 404: a page for a browser, NOT_FOUND for a program', async () => {
  const browser = await gateway.send('/docs/nothing/here', { headers: { accept: 'text/html', 'if-none-match': '*' } });
  expect(browser).toMatchObject({ status: 404, text: expect.stringContaining('No such page') });
  expect(await gateway.send('/docs/nothing/here')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('files are compressed, asked for again, and not sent again', async () => {
  const plain = await gateway.send('/docs/large.js');
  const compressed = await gateway.send('/docs/large.js', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  });
  expect(compressed.bytes).toBeLessThan(plain.bytes / 3);
  const { etag = '' } = compressed.headers;
  const headers = { 'accept-encoding': 'br', 'if-none-match': `W/"x", ${etag}` };
  expect(await gateway.send('/docs/large.js', { headers })).toMatchObject({ status: 304, bytes: 0, headers: { etag } });
  expect(plain.headers['etag']).not.toBe(etag);
});

test('a compressed file has the content of the plain one, and an encoding with q=0 is not used', async () => {
  const response = await fetch(`http://127.0.0.1:${gateway.port}/docs/large.js`);
  const text = await response.text();
  expect(text).toContain('a large script');
  const { prepareAsset } = await import('./static-assets.ts');
  const { forms } = await prepareAsset(Buffer.from(text), 'text/javascript');
  const [br] = forms;
  expect(br?.encoding === 'br' ? brotliDecompressSync(br.bytes).toString() : '').toBe(text);
  const refused = await gateway.send('/docs/large.js', { headers: { 'accept-encoding': 'br;q=0' } });
  expect(refused.headers['content-encoding']).toBeUndefined();
});

test('a preflight needs no key, and only pages of allowed origins may read responses', async () => {
  const preflight = (from: string) =>
    gateway.send('/v1/ask', {
      method: 'OPTIONS',
      headers: { origin: from, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' },
    });
  const allowed = await preflight(origin);
  expect(allowed.status).toBe(204);
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': expect.stringContaining('POST'),
    'access-control-allow-headers': expect.stringContaining('x-api-key'),
    vary: 'origin',
  });
  const refused = await preflight('https://evil.example.com');
  expect(refused.status).toBe(204);
  expect(Object.keys(refused.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  const answer = await gateway.send('/v1/types', { headers: { origin } });
  expect(answer).toMatchObject({ status: 401, headers: { 'access-control-allow-origin': origin } });
  expect(answer.headers['access-control-expose-headers']).toContain('x-trace-id');
});

test('pages of every origin may read the public documents, and only those', async () => {
  const headers = { origin: 'https://reader.example.com' };
  const publicPaths = [
    '/v1/openapi.json',
    '/.well-known/jwks.json',
    '/healthz',
    '/robots.txt',
    '/llms.txt',
    '/llms-full.txt',
    '/docs',
    '/docs/',
    '/docs/gate',
    '/docs/api',
    '/docs/large.js',
    '/docs/nothing/here',
    '/downloads',
    '/downloads/assay-client.tgz',
  ];
  for (const path of publicPaths) {
    for (const from of [headers.origin, origin]) {
      const answer = await gateway.send(path, { headers: { ...headers, origin: from } });
      expect([path, answer.headers]).toMatchObject([
        path,
        { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
      ]);
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      expect(answer.headers['vary'] ?? '').not.toContain('origin');
    }
  }
  for (const path of ['/', '/v1/types', '/v1/nothing', '/mcp', '/nothing']) {
    const answer = await gateway.send(path, { headers });
    expect([path, answer.headers['access-control-allow-origin']]).toEqual([path, undefined]);
    expect([path, answer.headers['cross-origin-resource-policy']]).toEqual([path, 'same-origin']);
  }
});

test('a preflight of a public document allows every origin to read, and the methods that only read', async () => {
  const preflight = { origin: 'https://reader.example.com', 'access-control-request-method': 'GET' };
  const answer = await gateway.send('/docs/gate', { method: 'OPTIONS', headers: preflight });
  expect(answer).toMatchObject({
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*',
    },
  });
});

test('public documents can be read from every origin when no origin is listed', async () => {
  const closed = await startGateway();
  try {
    const headers = { origin };
    expect((await closed.send('/healthz', { headers })).headers['access-control-allow-origin']).toBe('*');
    expect((await closed.send('/v1/types', { headers })).headers['access-control-allow-origin']).toBeUndefined();
  } finally {
    await closed.close();
  }
});

test('/robots.txt keeps crawlers out of the API', async () => {
  const robots = await gateway.send('/robots.txt');
  expect(robots).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  expect(robots.text).toContain('Disallow: /v1/');
});
