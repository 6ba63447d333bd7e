import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from '@jest/globals';
import { createEgress, postFailures, type Egress, type EgressLimits } from './egress.ts';
import type { NameResolver } from './name-resolver.ts';
import { answering, startReceiver, trickling, type TestReceiver, type ReceiverScript } from './testing/receivers.ts';

const started: TestReceiver[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((receiver) => receiver.close()));
});

async function receiver(script: ReceiverScript = answering(noContent), host?: string): Promise<TestReceiver> {
  const receiver = await startReceiver(script, host === undefined ? {} : { host });
  started.push(receiver);
  return receiver;
}

const noContent = 'HTTP/1.1 204 No Content\r\n\r\n';
const loopback = ['127.0.0.0/8'];

const noNames: NameResolver = async () => [];

function egress(options: {
  allow?: readonly string[];
  own?: readonly string[];
  resolve?: NameResolver;
  limits?: Partial<EgressLimits>;
}): Egress {
  return createEgress({
    allow: options.allow ?? [],
    ownAddresses: options.own ?? [],
    resolve: options.resolve ?? noNames,
    limits: { totalMs: 3_000, ...options.limits },
  });
}

/** Creates a resolver that answers each resolution with the next list of addresses, and repeats the last list. */
function answersInOrder(...lists: readonly (readonly string[])[]): NameResolver {
  let index = 0;
  return async () => lists[Math.min(index++, lists.length - 1)] ?? [];
}

const json = { 'content-type': 'application/json' };

test("post sends the body byte for byte, once, to the checked address under the URL's host name", async () => {
  const testReceiver = await receiver();
  const sender = egress({ allow: loopback, resolve: answersInOrder(['127.0.0.1']) });
  const body = '{"a":"é 😀"}';
  const posted = await sender.post(`http://Hooks.Example.com:${testReceiver.port}/in/b?c=d#e`, body, json);
  expect(posted).toEqual({ kind: 'answered', status: 204 });
  const [head, sent] = testReceiver.requests()[0]?.split('\r\n\r\n') ?? [];
  expect(sent).toBe(body);
  expect(head?.split('\r\n').toSorted()).toEqual(
    [
      'POST /in/b?c=d HTTP/1.1',
      `host: hooks.example.com:${testReceiver.port}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'user-agent: assay',
      'accept: */*',
      'accept-encoding: identity',
      'connection: close',
    ].toSorted(),
  );
  expect(testReceiver.connections()).toBe(1);
});

test.each([200, 202, 299, 400, 404, 410, 429, 500, 503])(
  'status %i is an answer, and its body is discarded',
  async (status) => {
    const testReceiver = await receiver(answering(`HTTP/1.1 ${status} Said\r\ncontent-length: 6\r\n\r\nsecret`));
    const posted = await egress({ allow: loopback }).post(`http://127.0.0.1:${testReceiver.port}/`, '{}', json);
    expect(posted).toEqual({ kind: 'answered', status });
    await testReceiver.allClosed();
  },
);

test.each([301, 302, 303, 307, 308])('a redirect by %i is an answer and is not followed', async (status) => {
  const inside = await receiver();
  const testReceiver = await receiver(
    answering(
      `HTTP/1.1 ${status} Over there\r\nlocation: http://127.0.0.1:${inside.port}/\r\ncontent-length: 0\r\n\r\n`,
    ),
  );
  const posted = await egress({ allow: loopback }).post(`http://127.0.0.1:${testReceiver.port}/`, '{}', json);
  expect(posted).toEqual({ kind: 'answered', status });
  expect([testReceiver.connections(), inside.connections()]).toEqual([1, 0]);
});

test('cookies are not stored', async () => {
  const testReceiver = await receiver(answering('HTTP/1.1 204 No Content\r\nset-cookie: a=b\r\n\r\n'));
  const sender = egress({ allow: loopback });
  await sender.post(`http://127.0.0.1:${testReceiver.port}/`, '{}', json);
  await sender.post(`http://127.0.0.1:${testReceiver.port}/`, '{}', json);
  expect(testReceiver.connections()).toBe(2);
  expect(testReceiver.requests().join('').toLowerCase()).not.toContain('cookie');
});

const loopbackSpellings = [
  '127.0.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '127.1',
  '127.0.1',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::127.0.0.1]',
  'localhost',
  'LOCALHOST.',
  'foo.localhost',
  'example.com@127.0.0.1',
  '127.0.0.2',
];

test.each(loopbackSpellings)(
  'http://%s reaches no listener on loopback, neither by register nor by post',
  async (host) => {
    const sink = await receiver(answering(noContent), '::');
    const sender = egress({ resolve: answersInOrder(['127.0.0.1']) });
    const url = `http://${host}:${sink.port}/`;
    expect((await sender.register(url)).ok).toBe(false);
    expect((await sender.post(url, '{}', json)).kind).toBe('failed');
    expect(sink.connections()).toBe(0);
  },
);

const spellings = JSON.parse(readFileSync(new URL('testing/ssrf-urls.json', import.meta.url), 'utf8')) as readonly {
  readonly name: string;
  readonly url: string;
}[];
const meansPublicHost = new Set(['port 22', 'port empty', 'scheme upper']);

test.each(spellings.filter(({ name }) => !meansPublicHost.has(name)))(
  '$name is refused by register and by post, whatever its name resolves to',
  async ({ url }) => {
    const sender = egress({ resolve: answersInOrder(['127.0.0.1']), limits: { connectMs: 1 } });
    expect(await sender.register(url)).toMatchObject({ ok: false });
    const posted = await sender.post(url, '{}', json);
    expect(posted).toMatchObject({ kind: 'failed', reason: expect.not.stringMatching(/unreachable|timeout|lost/) });
  },
);

test.each([
  ['rebinds to loopback between registration and call', [['8.8.8.8'], ['127.0.0.1']]],
  ['gets a private AAAA beside its public A', [['8.8.8.8'], ['8.8.8.8', 'fd00::1']]],
  ['gets a private A behind many public ones', [['8.8.8.8'], [...Array<string>(50).fill('8.8.4.4'), '127.0.0.1']]],
  ['maps a private address into IPv6', [['2606:4700:4700::1111'], ['::ffff:127.0.0.1']]],
  ['gets an address with a zone', [['8.8.8.8'], ['fe80::1%lo']]],
])('a name that %s is refused without a connection', async (_title, lists) => {
  const sink = await receiver();
  const sender = egress({ resolve: answersInOrder(...lists) });
  const url = `http://hooks.example.com:${sink.port}/`;
  expect((await sender.register(url)).ok).toBe(true);
  expect(await sender.post(url, '{}', json)).toEqual({ kind: 'failed', reason: 'address', status: undefined });
  expect(sink.connections()).toBe(0);
});

test('a call resolves its name once and connects to the address that was checked, even when the name changes after that', async () => {
  const testReceiver = await receiver();
  let lookUps = 0;
  const resolve: NameResolver = async () => [(lookUps += 1) === 1 ? '127.0.0.1' : '127.0.0.9'];
  const posted = await egress({ allow: loopback, resolve }).post(
    `http://hooks.example.com:${testReceiver.port}/`,
    '{}',
    json,
  );
  expect([posted, lookUps]).toEqual([{ kind: 'answered', status: 204 }, 1]);
});

test('a call connects to no address that was not checked', async () => {
  const elsewhere = await receiver();
  const sender = egress({ allow: loopback, resolve: answersInOrder(['127.0.0.9']), limits: { connectMs: 300 } });
  const posted = await sender.post(`http://hooks.example.com:${elsewhere.port}/`, '{}', json);
  expect(posted).toMatchObject({ reason: 'unreachable' });
  expect(elsewhere.connections()).toBe(0);
});

test('a URL with a public name is registered; a name without addresses or with a broken resolver is refused', async () => {
  const outcome = async (resolve: NameResolver): Promise<unknown> => {
    const checked = await egress({ resolve, limits: { resolveMs: 50 } }).register('https://hooks.example.com/');
    return checked.ok ? checked.url.hostname : checked.reason;
  };
  expect(await outcome(answersInOrder(['93.184.216.34', '2606:4700:4700::1111']))).toBe('hooks.example.com');
  expect(await outcome(noNames)).toBe('unresolved');
  expect(await outcome(() => Promise.reject(new Error('SERVFAIL')))).toBe('unresolved');
  expect(await outcome(() => new Promise(() => undefined))).toBe('unresolved');
});

test('public addresses and allowed networks are registered, and other networks are refused', async () => {
  const sender = egress({ allow: ['10.1.0.0/16', 'fd12::/16'] });
  const urls = ['http://8.8.8.8/', 'https://[2001:4860:4860::8888]/', 'http://10.1.2.3/', 'http://[fd12::1]/'];
  expect(await Promise.all(urls.map(async (url) => (await sender.register(url)).ok))).toEqual([true, true, true, true]);
  const closed = ['http://10.2.0.1/', 'http://127.0.0.1/', 'http://[fd13::1]/'];
  expect(await Promise.all(closed.map(async (url) => (await sender.register(url)).ok))).toEqual([false, false, false]);
});

test("the deployment's own address is refused on its port by address and by name, even inside an allowed network", async () => {
  const ownReceiver = await receiver();
  const sender = egress({
    allow: loopback,
    own: [`127.0.0.1:${ownReceiver.port}`],
    resolve: answersInOrder(['127.0.0.1']),
  });
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'api.example.com', '0.0.0.0']) {
    expect(await sender.post(`http://${host}:${ownReceiver.port}/v1/ask`, '{}', json)).toMatchObject({
      reason: 'address',
    });
  }
  expect(ownReceiver.connections()).toBe(0);
});

test('a call tries the next address of the name when one refuses the connection', async () => {
  const testReceiver = await receiver();
  const sender = egress({ allow: loopback, resolve: answersInOrder(['127.0.0.9', '127.0.0.1']) });
  const posted = await sender.post(`http://hooks.example.com:${testReceiver.port}/`, '{}', json);
  expect(posted).toEqual({ kind: 'answered', status: 204 });
});

test('a port without a listener is unreachable', async () => {
  const gone = await startReceiver(answering(noContent));
  await gone.close();
  const posted = await egress({ allow: loopback }).post(`http://127.0.0.1:${gone.port}/`, '{}', json);
  expect(posted).toEqual({ kind: 'failed', reason: 'unreachable', status: undefined });
});

test('connections to one host stay within the limit, and a full queue fails the call without sending', async () => {
  const testReceiver = await receiver(trickling('', 'H', 1_000));
  const limits = { callsPerHost: 2, queuedPerHost: 1, queueWaitMs: 5_000, totalMs: 150 };
  const sender = egress({ allow: loopback, limits });
  const url = `http://127.0.0.1:${testReceiver.port}/`;
  const posted = await Promise.all([1, 2, 3, 4].map(() => sender.post(url, '{}', json)));
  expect(posted.map((result) => (result.kind === 'failed' ? result.reason : result.kind))).toEqual([
    'timeout',
    'timeout',
    'timeout',
    'overloaded',
  ]);
  expect(testReceiver.connections()).toBe(3);
});

test('too many registrations at once throw OVERLOADED and say nothing about the URL', async () => {
  const sender = egress({
    resolve: () => new Promise(() => undefined),
    limits: { calls: 1, queued: 0, resolveMs: 50 },
  });
  const first = sender.register('https://a.example.com/');
  await expect(sender.register('https://b.example.com/')).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(await first).toEqual({ ok: false, reason: 'unresolved' });
});

test('an invalid entry of the allowed or own networks fails the start and is named', () => {
  expect(() => egress({ allow: ['10.0.0.0/40'] })).toThrow('"10.0.0.0/40" must be a network');
  expect(() => egress({ own: ['gateway:8080'] })).toThrow('"gateway:8080" must be a network');
});

test('no message of a failure contains an address or a port', () => {
  expect(Object.values(postFailures).filter((message) => /\d+\.\d+\.|::|\d{4,}$/.test(message))).toEqual([]);
});
