import {
  createAuthority,
  inspectCertificate,
  issueCertificate,
  type KeyedCertificate,
  type Validity,
} from './authority.ts';

/** The data of a Secret: the text of each entry by its key. */
export type SecretData = Readonly<Record<string, string>>;

/** A service that needs a certificate. */
export type Holder = {
  /** Name of the Secret with the service's certificate, its key, and the authorities that it trusts. */
  readonly secret: string;
  readonly dnsNames: readonly string[];
};

const dayMs = 86_400_000;
/**
 * A time in milliseconds. Certificates are valid from this long before they are issued, because the clock of another
 * machine may be slow.
 */
const clockToleranceMs = 3_600_000;
const authorityDays = 3_650;
/**
 * Number of days before an authority's end at which its successor is created. Services trust the successor for a month
 * before it signs anything. By then every pod knows it.
 */
const nextAuthorityDays = 365;
const changeAuthorityDays = 335;

/** For how many days a service's certificate is valid, and how many days before its end it is renewed. */
export type CertificateTerms = { readonly days: number; readonly renewBeforeDays: number };

/**
 * Returns the data of the authority's Secret, with renewed certificates where necessary. `tls.crt` signs now, and
 * `next.crt` will sign after it. `previous.crt` signed before; services trust it until it expires.
 */
export function renewAuthority(existing: SecretData | undefined, commonName: string, nowMs: number): SecretData {
  const current = keyedOf(existing, 'tls');
  const remainingMs = (inspectCertificate(current?.cert)?.endsAtMs ?? 0) - nowMs;
  if (existing === undefined || current === undefined || remainingMs <= 0) {
    const { cert, key } = createAuthority(commonName, validFor(authorityDays, nowMs));
    return { 'tls.crt': cert, 'tls.key': key };
  }
  const next = keyedOf(existing, 'next');
  if (next === undefined) {
    if (remainingMs > nextAuthorityDays * dayMs) {
      return existing;
    }
    const { cert, key } = createAuthority(commonName, validFor(authorityDays, nowMs));
    return { ...existing, 'next.crt': cert, 'next.key': key };
  }
  return remainingMs > changeAuthorityDays * dayMs
    ? existing
    : { 'tls.crt': next.cert, 'tls.key': next.key, 'previous.crt': current.cert };
}

/** Returns the certificates of the authorities that every service must trust, in PEM. */
export function trustedAuthorities(authority: SecretData, nowMs: number): string {
  return ['tls.crt', 'next.crt', 'previous.crt']
    .map((key) => authority[key] ?? '')
    .filter((cert) => (inspectCertificate(cert)?.endsAtMs ?? 0) > nowMs)
    .map((cert) => `${cert.trim()}\n`)
    .join('');
}

/**
 * Returns the data of a service's Secret, with a renewed certificate where necessary. A renewal is necessary when the
 * Secret is missing or damaged, or when the certificate expires soon. It is also necessary when the certificate has
 * other names, or when its authority no longer signs.
 */
export function renewCertificate(
  existing: SecretData | undefined,
  holder: Holder,
  authority: SecretData,
  terms: CertificateTerms,
  nowMs: number,
): SecretData {
  const signer = { cert: authority['tls.crt'] ?? '', key: authority['tls.key'] ?? '' };
  const trusted = trustedAuthorities(authority, nowMs);
  const current = keyedOf(existing, 'tls');
  const inspected = inspectCertificate(current?.cert);
  const isCurrent =
    inspected !== undefined &&
    inspected.endsAtMs - nowMs > terms.renewBeforeDays * dayMs &&
    inspected.dnsNames.join() === holder.dnsNames.join() &&
    inspected.isSignedBy(signer.cert);
  if (existing !== undefined && isCurrent) {
    return existing['ca.crt'] === trusted ? existing : { ...existing, 'ca.crt': trusted };
  }
  const { cert, key } = issueCertificate(signer, holder.dnsNames, validFor(terms.days, nowMs));
  return { 'tls.crt': cert, 'tls.key': key, 'ca.crt': trusted };
}

function keyedOf(data: SecretData | undefined, name: 'tls' | 'next'): KeyedCertificate | undefined {
  const [cert = '', key = ''] = [data?.[`${name}.crt`], data?.[`${name}.key`]];
  return cert === '' || key === '' ? undefined : { cert, key };
}

function validFor(days: number, nowMs: number): Validity {
  return { fromMs: nowMs - clockToleranceMs, untilMs: nowMs + days * dayMs };
}
