import { expect, test } from '@jest/globals';
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

test.each([
  [{ ASSAY_NATS_URL: 'nats://a:b@c:4222', ASSAY_NATS_TOKEN: 't' }, 'ASSAY_NATS_TOKEN and a user in ASSAY_NATS_URL'],
  [{ ASSAY_NATS_URL: 'c:4222', ASSAY_NATS_USER: 'u' }, 'must be set together'],
  [
    { ASSAY_NATS_URL: 'c:4222', ASSAY_NATS_TOKEN: 't', ASSAY_NATS_CREDS_FILE: 'f' },
    'ASSAY_NATS_TOKEN and ASSAY_NATS_CREDS_FILE',
  ],
])('ambiguous or incomplete credentials stop the start: %j', (settings, message) => {
  expect(() => natsConnectionOptions(settings)).toThrow(message);
});
