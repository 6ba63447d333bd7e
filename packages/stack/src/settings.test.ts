import { expect, test } from '@jest/globals';
import { dataDirOf, localSettings, readStackSettings } from './settings.ts';

test('without any variable the demo account has 1000 credits and 60 requests a minute', () => {
  expect(readStackSettings({})).toEqual({
    ASSAY_DEMO_CREDITS: 1_000_000_000n,
    ASSAY_RATE_LIMIT_PER_MINUTE: 60,
    ASSAY_DRAIN_MS: '3000',
    ASSAY_DRAIN_SECONDS: '0',
    ASSAY_PG_ROLES: false,
  });
  expect(dataDirOf({})).toBe('.data');
});

test("the limit of new accounts is the demo account's too", () => {
  expect(readStackSettings({ ASSAY_RATE_LIMIT_PER_MINUTE: '7' })).toMatchObject({ ASSAY_RATE_LIMIT_PER_MINUTE: 7 });
});

test.each([
  [{ ASSAY_PORT: '70000' }, 'ASSAY_PORT'],
  [{ ASSAY_DEMO_CREDITS: '1.0000001' }, 'ASSAY_DEMO_CREDITS'],
  [{ ASSAY_RATE_LIMIT_PER_MINUTE: '0' }, 'ASSAY_RATE_LIMIT_PER_MINUTE'],
  [{ ASSAY_ADMIN_TOKEN: 'short' }, 'ASSAY_ADMIN_TOKEN'],
  [{ ASSAY_PROVIDER_URLS: '{"coinbase":1}' }, 'ASSAY_PROVIDER_URLS'],
  [{ ASSAY_PROVIDER_URLS: 'coinbase' }, 'ASSAY_PROVIDER_URLS'],
])('%j is refused with the name of the variable', (environment, name) => {
  expect(() => readStackSettings(environment)).toThrow(name);
});

test('only a sandbox without a setting of its own sends notifications to this machine', () => {
  expect(localSettings('sandbox', {})).toEqual({ ASSAY_EGRESS_ALLOW: '127.0.0.0/8' });
  expect(localSettings('live', {})).toEqual({});
  expect(localSettings('sandbox', { ASSAY_EGRESS_ALLOW: '' })).toEqual({});
});
