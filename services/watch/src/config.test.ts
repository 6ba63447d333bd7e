import { expect, test } from '@jest/globals';
import { readConfig } from '@assay/runtime/config';
import { watchConfig } from './config.ts';

const key = Buffer.alloc(32, 7).toString('base64url');
const needed = {
  ASSAY_PG_URL: 'postgresql://localhost/assay',
  ASSAY_NATS_URL: 'nats://nats:4222',
  ASSAY_BILLING_ADDRESS: 'billing:9000',
  ASSAY_ENGINE_ADDRESS: 'engine:9000',
  ASSAY_WATCH_SECRET_KEYS: `a:${key}`,
  ASSAY_ADMIN_TOKEN: '0123456789abcdef',
};

test('settings have their documented defaults', () => {
  expect(readConfig(watchConfig, needed)).toMatchObject({
    ASSAY_EGRESS_ALLOW: [],
    ASSAY_MAX_WATCHES_PER_ACCOUNT: 1_000,
    ASSAY_WATCH_DESTINATION_PER_MINUTE: 700,
    ASSAY_WATCH_DESTINATION_IN_FLIGHT: 40,
    ASSAY_RPC_URLS: {},
    ASSAY_TRIGGER: 'poll',
    ASSAY_WATCH_SECRET_KEYS: [{ id: 'a', key: Buffer.alloc(32, 7) }],
  });
});

test('networks are read from a list with spaces and an empty entry', () => {
  const environment = { ...needed, ASSAY_EGRESS_ALLOW: ' 127.0.0.0/8, ::1/128 ,' };
  expect(readConfig(watchConfig, environment).ASSAY_EGRESS_ALLOW).toEqual(['127.0.0.0/8', '::1/128']);
});

test('nodes keep their order', () => {
  const environment = { ...needed, ASSAY_RPC_URLS: '{"b":"https://b.example/key","a":"http://a.example"}' };
  expect(Object.keys(readConfig(watchConfig, environment).ASSAY_RPC_URLS)).toEqual(['b', 'a']);
});

test.each([
  ['ASSAY_WATCH_SECRET_KEYS', `a:${key.slice(4)}`],
  ['ASSAY_WATCH_SECRET_KEYS', ''],
  ['ASSAY_RPC_URLS', '{"a":"ftp://secret-host"}'],
  ['ASSAY_RPC_URLS', 'secret-host'],
  ['ASSAY_RPC_STREAM_URLS', '{"a":"https://secret-host"}'],
  ['ASSAY_TRIGGER', 'push'],
  ['ASSAY_POLL_INTERVAL_MS', '0'],
  ['ASSAY_MAX_WATCHES_PER_ACCOUNT', '0'],
  ['ASSAY_MAX_WATCHES_PER_ACCOUNT', '10001'],
])('%s=%p fails the start with the name of the setting and without its value', (name, value) => {
  const read = () => readConfig(watchConfig, { ...needed, [name]: value });
  expect(read).toThrow(name);
  expect(read).not.toThrow(/secret-host/);
});
