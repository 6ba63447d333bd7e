import { tlsFiles, type MutualTls, type TlsVariables } from '@assay/rpc/identity';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Finding, Judged } from './finding.ts';

/** The settings of a service about its certificate. */
export type TlsSettings = TlsVariables & { readonly ASSAY_MUTUAL_TLS: MutualTls };

const warnDays = 7;
const dayMs = 86_400_000;

/**
 * Checks whether a service has a certificate, how long it is valid, and whether callers need one. Throws when a file
 * cannot be read.
 */
export function checkCertificate(config: TlsSettings, nowMs = Date.now()): Judged {
  const files = tlsFiles(config);
  if (files === undefined) {
    return {
      status: 'off',
      outcome: 'no_certificate',
      message: 'the service has no certificate, so every process that reaches its port may call it',
      remedy:
        'If anything but the services can reach their ports, set ASSAY_TLS_CERT_FILE, ASSAY_TLS_KEY_FILE and ASSAY_TLS_CA_FILE.',
    };
  }
  const expiries = [files.certFile, files.caFile].map((file) =>
    Date.parse(new X509Certificate(readFileSync(file)).validTo),
  );
  const days = Math.floor((Math.min(...expiries) - nowMs) / dayMs);
  const time = days === 0 ? 'less than a day' : `${days} ${days === 1 ? 'day' : 'days'}`;
  const facts = { 'expires in': time };
  return config.ASSAY_MUTUAL_TLS === 'optional' && days >= warnDays ? optionalTls(facts) : expiryOf(days, time, facts);
}

/** Returns the finding of a service that still accepts callers without a certificate. */
function optionalTls(facts: Finding['facts']): Judged {
  return {
    status: 'warning',
    outcome: 'optional',
    message:
      'mutual TLS is optional, so every process that reaches the port may call the service without a certificate',
    remedy:
      'Once every service has a certificate, set ASSAY_MUTUAL_TLS to required; in the chart, set tls.mode to required.',
    facts,
  };
}

function expiryOf(days: number, time: string, facts: Finding['facts']): Judged {
  const remedy =
    'Renew it: docs/operate/deploying.md says who renews certificates. Services read replaced files by themselves.';
  return days < 0
    ? { status: 'failure', outcome: 'expired', message: 'the certificate or its authority has expired', remedy, facts }
    : days < warnDays
      ? {
          status: 'warning',
          outcome: 'expires_soon',
          message: `the certificate expires in ${time}`,
          remedy,
          facts,
        }
      : { status: 'ok', outcome: 'ok', message: 'the certificate is valid', remedy: '', facts };
}
