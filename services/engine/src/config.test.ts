import { expect, test } from '@jest/globals';
import { readConfig } from '@assay/runtime/config';
import { engineConfig, paceOf } from './config.ts';

const needed = {
  ASSAY_PG_URL: 'postgresql://localhost/assay',
  ASSAY_NATS_URL: 'nats://localhost:4222',
  ASSAY_ADMIN_TOKEN: '0123456789abcdef',
};

test('without provider settings the engine runs in live mode with the default URLs', () => {
  expect(readConfig(engineConfig, needed)).toMatchObject({
    ASSAY_MODE: 'live',
    ASSAY_PROVIDER_URLS: {},
    ASSAY_PROVIDER_KEYS: {},
    ASSAY_PROVIDER_BUDGETS: {},
    ASSAY_STREAM_REPLICAS: 1,
  });
});

test('sources are asked as often as the mode says, and in the sandbox as often as in live mode on request', () => {
  const pace = (changed: Record<string, string>): string => paceOf(readConfig(engineConfig, { ...needed, ...changed }));
  expect(pace({})).toBe('live');
  expect(pace({ ASSAY_MODE: 'sandbox' })).toBe('sandbox');
  expect(pace({ ASSAY_MODE: 'sandbox', ASSAY_PACE: 'live' })).toBe('live');
});

test('provider settings are JSON objects by provider id', () => {
  const environment = {
    ASSAY_PROVIDER_URLS: '{"kraken":"http://localhost:9000/kraken"}',
    ASSAY_PROVIDER_KEYS: '{"coingecko":"secret"}',
    ASSAY_PROVIDER_BUDGETS: '{"coingecko":{"requests":500,"perMs":60000}}',
  };
  expect(readConfig(engineConfig, { ...needed, ...environment })).toMatchObject({
    ASSAY_PROVIDER_URLS: { kraken: 'http://localhost:9000/kraken' },
    ASSAY_PROVIDER_KEYS: { coingecko: 'secret' },
    ASSAY_PROVIDER_BUDGETS: { coingecko: { requests: 500, perMs: 60_000 } },
  });
});

test.each([
  ['ASSAY_PROVIDER_URLS', '{"kraken":"file:///etc/passwd"}', 'must be an http or https URL'],
  ['ASSAY_PROVIDER_URLS', 'kraken=http://x', 'must be JSON such as'],
  ['ASSAY_PROVIDER_BUDGETS', '{"kraken":{"requests":0,"perMs":1}}', 'ASSAY_PROVIDER_BUDGETS.kraken.requests'],
  ['ASSAY_MODE', 'production', 'ASSAY_MODE'],
  ['ASSAY_PACE', 'sandbox', 'ASSAY_PACE'],
])('the error about an invalid setting names it: %s=%s', (name, value, message) => {
  expect(() => readConfig(engineConfig, { ...needed, [name]: value })).toThrow(message);
});

test('the error about a malformed key does not show the key', () => {
  const wrong = { ...needed, ASSAY_PROVIDER_KEYS: '{"coingecko":"CG-secret' };
  expect(() => readConfig(engineConfig, wrong)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('CG-secret') }),
  );
});
