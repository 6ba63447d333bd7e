import { afterEach, expect, test } from '@jest/globals';
import { createAuthority } from '@assay/egress/testing/certificates';
import { answering, startReceiver, type TestReceiver } from '@assay/egress/testing/receivers';
import { createHostFetch, hostRule, type FetchHost } from './host-fetch.ts';

const authority = createAuthority();
const host = 'social.example.com';
const started: TestReceiver[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((receiver) => receiver.close()));
});

async function instance(answer: string): Promise<TestReceiver> {
  const receiver = await startReceiver(answering(answer), { certificate: authority.issue([host]) });
  started.push(receiver);
  return receiver;
}

function hostFetch(port: number, addresses: readonly string[], allow: readonly string[] = ['127.0.0.0/8']): FetchHost {
  return createHostFetch({
    resolve: async () => addresses,
    totalMs: 2_000,
    allow,
    port,
    trustedCertificates: [authority.cert],
  });
}

test('the answer of a named host has its body, its status and the time at which it was made', async () => {
  const there = await instance(
    'HTTP/1.1 200 OK\r\ndate: Sun, 22 Nov 2026 10:00:00 GMT\r\nage: 5\r\ncontent-length: 23\r\n\r\n{"followers_count":7.0}',
  );
  expect(await hostFetch(there.port, ['127.0.0.1'])(host, '/api/v1/x?acct=a')).toEqual({
    kind: 'answered',
    status: 200,
    body: { followers_count: '7.0' },
    dateMs: Date.parse('2026-11-22T10:00:00Z'),
    servedAtMs: Date.parse('2026-11-22T09:59:55Z'),
  });
  expect(there.requests()[0]?.split('\r\n')[0]).toBe('GET /api/v1/x?acct=a HTTP/1.1');
});

test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1'])(
  'nothing is sent to a host whose name leads to %s',
  async (address) => {
    const there = await instance('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    const fetched = await hostFetch(there.port, [address], [])(host, '/');
    expect(fetched).toMatchObject({ kind: 'unreachable' });
    expect(fetched.kind === 'answered' ? '' : fetched.detail).toContain('public addresses only');
    expect(there.connections()).toBe(0);
  },
);

test('a redirect is an answer that is not followed, and an endless body is malformed', async () => {
  const moved = await instance(`HTTP/1.1 302 Found\r\nlocation: https://127.0.0.1/\r\ncontent-length: 0\r\n\r\n`);
  expect(await hostFetch(moved.port, ['127.0.0.1'])(host, '/')).toMatchObject({ kind: 'answered', status: 302 });
  const large = await instance(`HTTP/1.1 200 OK\r\ncontent-length: 400000\r\n\r\n${'x'.repeat(300_000)}`);
  expect(await hostFetch(large.port, ['127.0.0.1'])(host, '/')).toMatchObject({ kind: 'malformed' });
});

test('only listed hosts are allowed, unless the list has an asterisk', () => {
  expect(['mas.to', 'evil.example'].map(hostRule(['mas.to']))).toEqual([true, false]);
  expect(hostRule(['*'])('any.example')).toBe(true);
});
