import { expect, test } from '@jest/globals';
import { readConfig } from '@assay/runtime/config';
import { gatewayConfig } from './config.ts';

const needed = {
  ASSAY_BILLING_ADDRESS: 'billing:9000',
  ASSAY_ENGINE_ADDRESS: '127.0.0.1:1,127.0.0.1:2',
  ASSAY_GATE_ADDRESS: 'gate:9000',
  ASSAY_RESOLVER_ADDRESS: 'resolver:9000',
  ASSAY_WATCH_ADDRESS: 'watch:9000',
  ASSAY_NATS_URL: 'nats://nats:4222',
};

test('absent settings get their documented defaults', () => {
  expect(readConfig(gatewayConfig, needed)).toMatchObject({
    ASSAY_PORT: 8080,
    ASSAY_MODE: 'live',
    ASSAY_MARKUP: 12_500n,
  });
});

test.each([
  ['ASSAY_MARKUP', '1.23456'],
  ['ASSAY_MARKUP', '-1'],
  ['ASSAY_MODE', 'test'],
  ['ASSAY_PORT', '65536'],
  ['ASSAY_BILLING_ADDRESS', 'billing'],
  ['ASSAY_ENGINE_ADDRESS', ''],
  ['ASSAY_ENGINE_ADDRESS', 'fd00::1:7070'],
])('%s=%p stops the start with an error that names it', (name, value) => {
  expect(() => readConfig(gatewayConfig, { ...needed, [name]: value })).toThrow(name);
});
