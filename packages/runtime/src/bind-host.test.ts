import { expect, test } from '@jest/globals';
import { hostAndPort, usableBindHost } from './bind-host.ts';
import { baseConfig, readConfig } from './config.ts';

const bindHostOf = (text: string): string => readConfig(baseConfig, { ASSAY_BIND_HOST: text }).ASSAY_BIND_HOST;

test.each([
  ['', '::'],
  ['::', '::'],
  ['[::]', '::'],
  ['[fd00::1]', 'fd00::1'],
  ['0.0.0.0', '0.0.0.0'],
  ['localhost', 'localhost'],
  ['pod-1.internal', 'pod-1.internal'],
])('ASSAY_BIND_HOST "%s" listens on %s', (setting, host) => {
  expect(bindHostOf(setting)).toBe(host);
});

test.each(['127.0.0.1:80', '[::1]:80', '[::1', 'http://localhost', '*', '::/0'])(
  'ASSAY_BIND_HOST "%s" is refused with what would be right',
  (setting) => {
    expect(() => bindHostOf(setting)).toThrow('ASSAY_BIND_HOST: must be an IP address or a host name without a port');
  },
);

test('a machine without IPv6 listens on its IPv4 addresses, and a stated address stays', async () => {
  const none = async (): Promise<boolean> => false;
  expect(await usableBindHost('::', none)).toBe('0.0.0.0');
  expect(await usableBindHost('::1', none)).toBe('::1');
  expect(await usableBindHost('::', async () => true)).toBe('::');
});

test('an IPv6 address has brackets before a port', () => {
  expect([hostAndPort('::', 80), hostAndPort('0.0.0.0', 80), hostAndPort('localhost', 80)]).toEqual([
    '[::]:80',
    '0.0.0.0:80',
    'localhost:80',
  ]);
});
