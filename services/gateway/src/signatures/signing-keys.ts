import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import type { SealingKey } from '@assay/storage/sealing';

/** A public key in the form of a JSON Web Key Set (RFC 8037, section 2). */
export type PublicJwk = {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  /** The key's thumbprint (RFC 7638). */
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
};

/** Signs answers with the first key of the key ring, the list of signing keys in the settings. */
export type Signer = {
  /** The id of the key that signs. */
  readonly keyId: string;
  /** Returns the Ed25519 signature of a text in UTF-8. */
  readonly sign: (text: string) => Buffer;
};

/** The keys of a key ring: the signer, and the public keys that verify signatures. */
export type SigningKeys = {
  /** Undefined when the key ring is empty. Responses then have no signatures. */
  readonly signer: Signer | undefined;
  readonly publicKeys: readonly PublicJwk[];
};

/** The DER form of an Ed25519 private key up to its 32 bytes (RFC 8410, section 7). */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Returns the signing keys of a key ring. Only the first key signs, but the public keys of all are published. So
 * callers can still verify earlier signatures with an older key, and they know a newer key before it signs.
 */
export function createSigningKeys(ring: readonly SealingKey[]): SigningKeys {
  const keys = ring.map(({ key }) => {
    const privateKey = createPrivateKey({ key: Buffer.concat([privateKeyPrefix, key]), format: 'der', type: 'pkcs8' });
    return { privateKey, publicJwk: publicJwkOf(privateKey) };
  });
  const [first] = keys;
  return {
    signer:
      first === undefined
        ? undefined
        : { keyId: first.publicJwk.kid, sign: (text) => sign(null, Buffer.from(text, 'utf8'), first.privateKey) },
    publicKeys: keys.map(({ publicJwk }) => publicJwk),
  };
}

function publicJwkOf(privateKey: KeyObject): PublicJwk {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (x === undefined) {
    throw new Error('an Ed25519 public key has no x coordinate');
  }
  // RFC 7638: the required members in alphabetical order, without spaces.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
}
