import { expect, test } from '@jest/globals';
import { baseConfig, readConfig } from './config.ts';
import { requiredTlsFiles } from './tls.ts';

const filesOf = (environment: Readonly<Record<string, string>>) =>
  requiredTlsFiles(readConfig(baseConfig, environment));
const files = { ASSAY_TLS_CERT_FILE: '/c', ASSAY_TLS_KEY_FILE: '/k', ASSAY_TLS_CA_FILE: '/a' };

test('a live service does not start without certificates, unless a setting says so', () => {
  expect(() => filesOf({})).toThrow(/ASSAY_TLS_CERT_FILE.*ASSAY_MUTUAL_TLS=off/);
  expect(() => filesOf({ ASSAY_MODE: 'live' })).toThrow(/ASSAY_MUTUAL_TLS=off/);
  expect(filesOf({ ASSAY_MUTUAL_TLS: 'off' })).toBeUndefined();
  expect(filesOf({ ASSAY_MODE: 'sandbox' })).toBeUndefined();
  expect(filesOf(files)).toEqual({ certFile: '/c', keyFile: '/k', caFile: '/a' });
  // The setting allows missing files, but does not turn off files that exist.
  expect(filesOf({ ...files, ASSAY_MUTUAL_TLS: 'off' })).toBeDefined();
});

test('with optional mutual TLS a service needs its certificate, in every mode', () => {
  for (const ASSAY_MODE of ['live', 'sandbox']) {
    expect(() => filesOf({ ASSAY_MODE, ASSAY_MUTUAL_TLS: 'optional' })).toThrow(
      'ASSAY_MUTUAL_TLS=optional needs a certificate: set ASSAY_TLS_CERT_FILE, ASSAY_TLS_KEY_FILE and ASSAY_TLS_CA_FILE',
    );
    expect(filesOf({ ...files, ASSAY_MODE, ASSAY_MUTUAL_TLS: 'optional' })).toBeDefined();
  }
});

test.each(['no', 'false', 'OFF', 'plain'])('%s does not turn mutual TLS off', (value) => {
  expect(() => filesOf({ ASSAY_MUTUAL_TLS: value })).toThrow('ASSAY_MUTUAL_TLS');
});
