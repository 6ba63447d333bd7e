import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

/** A certificate and its key, both in PEM. */
export type Certificate = { readonly cert: string; readonly key: string };

/** A certificate authority for tests. */
export type Authority = {
  readonly cert: string;
  /** Issues a certificate for DNS names and IP addresses. The certificate is valid now, or it expired yesterday. */
  readonly issue: (
    names: readonly string[],
    addresses?: readonly string[],
    validity?: 'now' | 'expired',
  ) => Certificate;
};

type KeyPair = { readonly publicKey: forge.pki.rsa.PublicKey; readonly privateKey: forge.pki.rsa.PrivateKey };

const dayMs = 86_400_000;

// All receivers share one key pair, because generating a pair is slow.
const receiverKeys = createKeys();

/** Creates an authority. Only clients that trust its certificate accept what it issues. */
export function createAuthority(): Authority {
  const keys = createKeys();
  const subject = [{ name: 'commonName', value: 'Test authority' }];
  const root = unsigned(keys.publicKey, subject, subject, 'now');
  root.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'keyUsage', keyCertSign: true },
  ]);
  root.sign(keys.privateKey, forge.md.sha256.create());
  return {
    cert: forge.pki.certificateToPem(root),
    issue: (names, addresses = [], validity = 'now') => {
      const issued = unsigned(receiverKeys.publicKey, [{ name: 'commonName', value: 'receiver' }], subject, validity);
      const altNames = [...names.map((value) => ({ type: 2, value })), ...addresses.map((ip) => ({ type: 7, ip }))];
      issued.setExtensions([{ name: 'subjectAltName', altNames }]);
      return signed(issued, keys);
    },
  };
}

/** Creates a self-signed certificate for a DNS name. */
export function selfSigned(name: string): Certificate {
  const subject = [{ name: 'commonName', value: name }];
  const certificate = unsigned(receiverKeys.publicKey, subject, subject, 'now');
  certificate.setExtensions([{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }]);
  return signed(certificate, receiverKeys);
}

function signed(certificate: forge.pki.Certificate, issuer: KeyPair): Certificate {
  certificate.sign(issuer.privateKey, forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key: forge.pki.privateKeyToPem(receiverKeys.privateKey) };
}

function unsigned(
  publicKey: forge.pki.PublicKey,
  subject: forge.pki.CertificateField[],
  issuer: forge.pki.CertificateField[],
  validity: 'now' | 'expired',
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = `01${forge.util.bytesToHex(forge.random.getBytesSync(8))}`;
  certificate.validity.notBefore = new Date(Date.now() - 2 * dayMs);
  certificate.validity.notAfter = new Date(Date.now() + (validity === 'now' ? dayMs : -dayMs));
  certificate.setSubject(subject);
  certificate.setIssuer(issuer);
  return certificate;
}

/** Uses Node to generate the key pair, because the library's own arithmetic takes seconds. */
function createKeys(): KeyPair {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    publicKey: forge.pki.publicKeyFromPem(pair.publicKey),
    privateKey: forge.pki.privateKeyFromPem(pair.privateKey),
  };
}
