import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import forge from 'node-forge';

/** A certificate and its key, both in PEM. */
export type KeyedCertificate = { readonly cert: string; readonly key: string };

/** The period in which a certificate is valid, in milliseconds since the Unix epoch. */
export type Validity = { readonly fromMs: number; readonly untilMs: number };

const keyBits = 2_048;
const serialBytes = 15;

/**
 * Creates an authority that signs its own certificate. Only programs that have this certificate trust the authority.
 */
export function createAuthority(commonName: string, validity: Validity): KeyedCertificate {
  const keys = createKeys();
  const subject = [{ name: 'commonName', value: commonName }];
  const certificate = unsigned(keys.publicKey, { subject, issuer: subject, validity });
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  return signed(certificate, keys.privateKey, keys.privateKey);
}

/**
 * Issues a certificate for one service. It is valid for servers and for clients.
 * @param dnsNames the service's names. The first label of the first name identifies the service.
 */
export function issueCertificate(
  authority: KeyedCertificate,
  dnsNames: readonly string[],
  validity: Validity,
): KeyedCertificate {
  const keys = createKeys();
  const issuer = forge.pki.certificateFromPem(authority.cert);
  const subject = [{ name: 'commonName', value: dnsNames[0]?.split('.')[0] ?? '' }];
  const certificate = unsigned(keys.publicKey, { subject, issuer: issuer.subject.attributes, validity });
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
    { name: 'subjectAltName', altNames: dnsNames.map((value) => ({ type: 2, value })) },
    { name: 'subjectKeyIdentifier' },
  ]);
  return signed(certificate, forge.pki.privateKeyFromPem(authority.key), keys.privateKey);
}

/** The fields of a certificate. */
export type CertificateFacts = {
  readonly endsAtMs: number;
  readonly dnsNames: readonly string[];
  /** Returns whether this authority signed the certificate. */
  readonly isSignedBy: (authorityCert: string) => boolean;
};

/** Reads the first certificate of a PEM text; undefined for a text that has none. */
export function inspectCertificate(pem: string | undefined): CertificateFacts | undefined {
  try {
    const certificate = new X509Certificate(pem ?? '');
    return {
      endsAtMs: Date.parse(certificate.validTo),
      dnsNames: [...(certificate.subjectAltName ?? '').matchAll(/DNS:([^,\s]+)/g)].map(([, name = '']) => name),
      isSignedBy: (authorityCert) => certificate.verify(new X509Certificate(authorityCert).publicKey),
    };
  } catch {
    // A damaged certificate counts as missing, so that the caller replaces it.
    return undefined;
  }
}

type Keys = { readonly publicKey: forge.pki.PublicKey; readonly privateKey: forge.pki.PrivateKey };

/** Generates a key pair with Node.js, because the arithmetic of the certificate library takes seconds. */
function createKeys(): Keys {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: keyBits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    publicKey: forge.pki.publicKeyFromPem(pair.publicKey),
    privateKey: forge.pki.privateKeyFromPem(pair.privateKey),
  };
}

function unsigned(
  publicKey: forge.pki.PublicKey,
  certificateFields: {
    readonly subject: forge.pki.CertificateField[];
    readonly issuer: forge.pki.CertificateField[];
    readonly validity: Validity;
  },
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = `01${randomBytes(serialBytes).toString('hex')}`;
  certificate.validity.notBefore = new Date(certificateFields.validity.fromMs);
  certificate.validity.notAfter = new Date(certificateFields.validity.untilMs);
  certificate.setSubject(certificateFields.subject);
  certificate.setIssuer(certificateFields.issuer);
  return certificate;
}

function signed(
  certificate: forge.pki.Certificate,
  signer: forge.pki.PrivateKey,
  own: forge.pki.PrivateKey,
): KeyedCertificate {
  certificate.sign(signer as forge.pki.rsa.PrivateKey, forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key: forge.pki.privateKeyToPem(own) };
}
