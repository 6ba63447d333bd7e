import { expect, test } from '@jest/globals';
import type { Authenticator } from '@nats-io/transport-node';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { natsConnectionOptions } from './nats-auth.ts';

test('without credentials the servers are all that a connection needs', () => {
  expect(natsConnectionOptions({ ASSAY_NATS_URL: 'nats://a:4222, nats://b:4222' })).toEqual({
    servers: ['nats://a:4222', 'nats://b:4222'],
  });
});

test('a user in the URL is taken out of it and decoded', () => {
  expect(natsConnectionOptions({ ASSAY_NATS_URL: 'nats://billing:p%40ss@a:4222,nats://b:4222' })).toEqual({
    servers: ['nats://a:4222', 'nats://b:4222'],
    user: 'billing',
    pass: 'p@ss',
  });
});

test('a user, a token or a file gives the credentials', () => {
  const url = { ASSAY_NATS_URL: 'a:4222' };
  expect(natsConnectionOptions({ ...url, ASSAY_NATS_USER: 'watch', ASSAY_NATS_PASSWORD: 'x' })).toMatchObject({
    user: 'watch',
    pass: 'x',
  });
  expect(natsConnectionOptions({ ...url, ASSAY_NATS_TOKEN: 't' })).toMatchObject({ token: 't' });
  expect(() => natsConnectionOptions({ ...url, ASSAY_NATS_CREDS_FILE: '/nowhere/billing.creds' })).toThrow('ENOENT');
});

test('a file of credentials is read again at each login, and its last good content serves while it is replaced', () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-nats-auth-'));
  const file = join(directory, 'password');
  writeFileSync(file, 'one\n');
  const settings = { ASSAY_NATS_URL: 'a:4222', ASSAY_NATS_USER: 'watch', ASSAY_NATS_PASSWORD_FILE: file };
  const { authenticator } = natsConnectionOptions(settings);
  const login = (): unknown => (authenticator as Authenticator)('');
  expect(login()).toEqual({ user: 'watch', pass: 'one' });
  writeFileSync(file, 'two');
  expect(login()).toEqual({ user: 'watch', pass: 'two' });
  rmSync(directory, { recursive: true });
  expect(login()).toEqual({ user: 'watch', pass: 'two' });
  expect(() => natsConnectionOptions(settings)).toThrow(/cannot use the file of ASSAY_NATS_PASSWORD_FILE: ENOENT/);
});

test('TLS files reach the client by their names, so that it reads them at each attempt', () => {
  const files = { ASSAY_NATS_CA_FILE: '/ca.pem', ASSAY_NATS_CERT_FILE: '/c.pem', ASSAY_NATS_KEY_FILE: '/k.pem' };
  expect(natsConnectionOptions({ ASSAY_NATS_URL: 'a:4222', ...files })).toEqual({
    servers: ['a:4222'],
    tls: { caFile: '/ca.pem', certFile: '/c.pem', keyFile: '/k.pem' },
  });
});

test.each([
  [{ ASSAY_NATS_URL: 'nats://a:b@c:4222', ASSAY_NATS_TOKEN: 't' }, 'ASSAY_NATS_TOKEN and a user in ASSAY_NATS_URL'],
  [{ ASSAY_NATS_URL: 'c:4222', ASSAY_NATS_USER: 'u' }, 'must be set together'],
  [{ ASSAY_NATS_URL: 'c:4222', ASSAY_NATS_PASSWORD_FILE: 'f' }, 'must be set together'],
  [{ ASSAY_NATS_URL: 'c:4222', ASSAY_NATS_CERT_FILE: 'f' }, 'must be set together'],
  [
    { ASSAY_NATS_URL: 'c:4222', ASSAY_NATS_USER: 'u', ASSAY_NATS_PASSWORD: 'p', ASSAY_NATS_PASSWORD_FILE: 'f' },
    'set one of ASSAY_NATS_PASSWORD and ASSAY_NATS_PASSWORD_FILE',
  ],
  [
    { ASSAY_NATS_URL: 'c:4222', ASSAY_NATS_TOKEN: 't', ASSAY_NATS_CREDS_FILE: 'f' },
    'ASSAY_NATS_TOKEN and ASSAY_NATS_CREDS_FILE',
  ],
])('ambiguous or incomplete credentials stop the start: %j', (settings, message) => {
  expect(() => natsConnectionOptions(settings)).toThrow(message);
});
