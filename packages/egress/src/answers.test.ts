import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import { createEgress, type EgressLimits, type PostResult } from './egress.ts';
import { createAuthority, selfSigned, type Certificate } from './testing/certificates.ts';
import {
  answering,
  flooding,
  startReceiver,
  trickling,
  type TestReceiver,
  type ReceiverScript,
} from './testing/receivers.ts';

const started: TestReceiver[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((receiver) => receiver.close()));
});

async function receiver(script: ReceiverScript, certificate?: Certificate): Promise<TestReceiver> {
  const receiver = await startReceiver(script, certificate === undefined ? {} : { certificate });
  started.push(receiver);
  return receiver;
}

const authority = createAuthority();

function post(url: string, limits: Partial<EgressLimits> = {}): Promise<PostResult> {
  const egress = createEgress({
    allow: ['127.0.0.0/8'],
    ownAddresses: [],
    resolve: async () => ['127.0.0.1'],
    limits: { totalMs: 5_000, ...limits },
    // Pass the test authority only for HTTPS. With it, the egress also loads the public authorities, which takes 0.1 s.
    trustedCertificates: url.startsWith('https:') ? [authority.cert] : [],
  });
  return egress.post(url, '{"a":1}', { 'content-type': 'application/json' });
}

async function posted(script: ReceiverScript, limits: Partial<EgressLimits> = {}): Promise<PostResult> {
  const testReceiver = await receiver(script);
  const outcome = await post(`http://127.0.0.1:${testReceiver.port}/`, limits);
  await testReceiver.allClosed();
  return outcome;
}

const failed = (reason: string, status?: number): unknown => ({ kind: 'failed', reason, status });
const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

const answeredOk = { kind: 'answered', status: 200 };

test.each([200, 202, 500])('an answer %i with a body of a megabyte counts by its status', async (status) => {
  const answer = `HTTP/1.1 ${status} Any\r\ncontent-length: 1048576\r\n\r\n${'x'.repeat(1_048_576)}`;
  expect(await posted(answering(answer))).toEqual({ kind: 'answered', status });
});

test('the body of an answer is not read beyond the limit, and the connection closes', async () => {
  const answer = `HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n${'x'.repeat(4_097)}`;
  expect(await posted((socket) => void socket.write(answer), { totalMs: 2_000 })).toEqual(answeredOk);
});

test('4 KiB in chunks of one byte are accepted', async () => {
  const body = '1\r\nx\r\n'.repeat(4_096);
  expect(await posted(answering(`${chunked}${body}0\r\n\r\n`))).toEqual(answeredOk);
});

test('a compressed answer counts by its compressed size and is never decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(8_000_000));
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`;
  expect(
    await posted((socket) => {
      socket.write(head);
      socket.end(bomb);
    }),
  ).toEqual({ kind: 'answered', status: 200 });
});

test.each<[string, ReceiverScript, unknown]>([
  ['an endless body', flooding('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(65_536)), answeredOk],
  [
    'a body announced as huge',
    flooding('HTTP/1.1 200 OK\r\ncontent-length: 9007199254740991\r\n\r\n', 'x'.repeat(999)),
    answeredOk,
  ],
  ['endless chunks', flooding(chunked, `400\r\n${'x'.repeat(1_024)}\r\n`), answeredOk],
  ['an endless chunk extension', flooding(`${chunked}1;`, 'x'.repeat(65_536)), answeredOk],
  ['a header of 20 KiB', answering(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_480)}\r\n\r\n`), failed('too_large')],
  ['a header of a megabyte', answering(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1_048_576)}\r\n\r\n`), failed('too_large')],
  ['endless headers', flooding('HTTP/1.1 200 OK\r\n', 'x: y\r\n'.repeat(512)), failed('too_large')],
  ['endless interim answers', flooding('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(128)), failed('too_large')],
])('of %s only a limited part is read', async (_title, script, outcome) => {
  expect(await posted(script)).toEqual(outcome);
});

test.each<[string, ReceiverScript, unknown]>([
  ['no answer at all', () => undefined, failed('timeout')],
  ['a head that trickles', trickling('HTTP/1.1 200 OK\r\nx: ', 'y', 10), failed('timeout')],
  [
    'a body that trickles',
    trickling('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n', 'y', 10),
    failed('timeout', 200),
  ],
  ['interim answers that trickle', trickling('', 'HTTP/1.1 102 Processing\r\n\r\n', 10), failed('timeout')],
])('%s fails as timeout', async (_title, script, outcome) => {
  expect(await posted(script, { totalMs: 150 })).toEqual(outcome);
});

test.each<[string, ReceiverScript, unknown]>([
  ['an answer of HTTP/0.9', answering('<html>hello</html>'), failed('protocol')],
  ['an answer of another protocol', answering('SSH-2.0-OpenSSH_9.2\r\n'), failed('protocol')],
  [
    'an upgrade',
    answering('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\nhello'),
    failed('protocol'),
  ],
  [
    'two lengths that differ',
    answering('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
    failed('protocol'),
  ],
  [
    'a length beside chunks',
    answering('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
    failed('protocol'),
  ],
  ['an answer that breaks off', answering('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nab'), failed('lost', 200)],
  ['a chunk of no length', answering(`${chunked}zz\r\nab\r\n`), failed('protocol', 200)],
  ['chunks that break off', answering(`${chunked}5\r\nab`), failed('lost', 200)],
  ['a connection that ends unanswered', (socket) => socket.end(), failed('lost')],
  ['a connection that is reset', (socket) => socket.resetAndDestroy(), failed('lost')],
])('%s is a failure and not an answer', async (_title, script, outcome) => {
  expect(await posted(script)).toEqual(outcome);
});

const ok = answering('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');

test('TLS connects to the checked address and uses the host name for SNI and for the certificate check', async () => {
  const testReceiver = await receiver(ok, authority.issue(['hooks.example.com']));
  expect(await post(`https://hooks.example.com:${testReceiver.port}/`)).toEqual({ kind: 'answered', status: 200 });
  expect(testReceiver.serverNames()).toEqual(['hooks.example.com']);
});

test('TLS to an IP address sends no SNI and requires the address in the certificate', async () => {
  const testReceiver = await receiver(ok, authority.issue([], ['127.0.0.1']));
  expect(await post(`https://127.0.0.1:${testReceiver.port}/`)).toEqual({ kind: 'answered', status: 200 });
  expect(testReceiver.serverNames()).toEqual([false]);
  const namedReceiver = await receiver(ok, authority.issue(['hooks.example.com']));
  expect(await post(`https://127.0.0.1:${namedReceiver.port}/`)).toEqual(failed('tls'));
});

test.each<[string, () => Certificate]>([
  ['self-signed', () => selfSigned('hooks.example.com')],
  ['issued by an authority that nobody trusts', () => createAuthority().issue(['hooks.example.com'])],
  ['issued for another name', () => authority.issue(['other.example.com'])],
  ['expired', () => authority.issue(['hooks.example.com'], [], 'expired')],
])('a certificate that is %s is refused before anything is sent', async (_title, make) => {
  const testReceiver = await receiver(ok, make());
  expect(await post(`https://hooks.example.com:${testReceiver.port}/`)).toEqual(failed('tls'));
  expect(testReceiver.requests().join('')).toBe('');
});

test('https to a port that speaks another protocol fails as tls, and to a silent port as timeout', async () => {
  const plain = await startReceiver(ok, { greeting: 'HTTP/1.1 200 OK\r\n\r\n' });
  const silent = await startReceiver(ok);
  started.push(plain, silent);
  expect(await post(`https://hooks.example.com:${plain.port}/`)).toEqual(failed('tls'));
  expect(await post(`https://hooks.example.com:${silent.port}/`, { totalMs: 300 })).toEqual(failed('timeout'));
  await Promise.all([plain.allClosed(), silent.allClosed()]);
});
