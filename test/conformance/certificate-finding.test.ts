import { createAuthority } from '@assay/egress/testing/certificates';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCertificate, type TlsSettings } from '@assay/diagnosis/check-certificate';

const dayMs = 86_400_000;
/** A time long before the end of the test's certificates, in milliseconds. */
const earlyMs = Date.now() - 30 * dayMs;
let folder: string;
let files: Omit<TlsSettings, 'ASSAY_MUTUAL_TLS'>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-certificate-'));
  const authority = createAuthority();
  const { cert, key } = authority.issue(['engine']);
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  files = {
    ASSAY_TLS_CERT_FILE: write('tls.crt', cert),
    ASSAY_TLS_KEY_FILE: write('tls.key', key),
    ASSAY_TLS_CA_FILE: write('ca.crt', authority.cert),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a service without a certificate is reported as such', () => {
  expect(checkCertificate({ ASSAY_MUTUAL_TLS: 'off' })).toMatchObject({ status: 'off', outcome: 'no_certificate' });
});

test('a valid certificate is fine where callers need one too', () => {
  expect(checkCertificate({ ...files, ASSAY_MUTUAL_TLS: 'required' }, earlyMs)).toMatchObject({ status: 'ok' });
});

test('optional mutual TLS is a warning that says how to end it', () => {
  expect(checkCertificate({ ...files, ASSAY_MUTUAL_TLS: 'optional' }, earlyMs)).toMatchObject({
    status: 'warning',
    outcome: 'optional',
    remedy: expect.stringContaining('set ASSAY_MUTUAL_TLS to required; in the chart, set tls.mode to required'),
  });
});

test.each(['optional', 'required'] as const)('an expired certificate is a failure, with mutual TLS %s', (mutualTls) => {
  const inManyYears = Date.now() + 40_000 * dayMs;
  expect(checkCertificate({ ...files, ASSAY_MUTUAL_TLS: mutualTls }, inManyYears)).toMatchObject({
    status: 'failure',
    outcome: 'expired',
  });
});
