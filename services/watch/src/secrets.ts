import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key of the ring, by the name under which sealed secrets remember it. */
export type SecretKey = { readonly id: string; readonly key: Buffer };

/** A secret as it is kept: readable with the key of that id alone, and for that watch alone. */
export type SealedSecret = { readonly keyId: string; readonly sealed: Buffer };

/** The keys that webhook secrets are kept under. */
export type SecretKeys = {
  /** The id of the key that new secrets are sealed with. */
  readonly currentId: string;
  readonly seal: (secret: string, watchId: string) => SealedSecret;
  /**
   * Throws an error naming the key id when the ring lacks it, and one naming the watch when the secret was not sealed for
   * that watch or was changed since. Neither shows anything of the secret.
   */
  readonly open: (sealed: SealedSecret, watchId: string) => string;
};

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const keyIdPattern = /^[A-Za-z0-9_-]{1,32}$/;

/**
 * Reads a key ring: `id:key` pairs separated by commas, newest first, each key 32 bytes in base64url or base64.
 * Returns a sentence that shows no key when it cannot be read.
 */
export function parseSecretKeys(text: string): readonly SecretKey[] | string {
  const keys: SecretKey[] = [];
  for (const [index, entry] of text.split(',').entries()) {
    const [id = '', encoded = ''] = entry.trim().split(':');
    const key = Buffer.from(encoded, 'base64');
    if (!keyIdPattern.test(id)) {
      return `entry ${index + 1} must be id:key with an id of at most 32 letters, digits, "-" and "_"`;
    }
    if (key.length !== keyBytes) {
      return `the key of "${id}" must be ${keyBytes} bytes in base64url`;
    }
    if (keys.some((earlier) => earlier.id === id)) {
      return `the id "${id}" stands there twice`;
    }
    keys.push({ id, key });
  }
  return keys;
}

/**
 * Opens a ring whose first key seals and whose every key opens, so that a new key put in front takes over while secrets
 * sealed before stay readable. Throws a RangeError for an empty ring.
 */
export function createSecretKeys(ring: readonly SecretKey[]): SecretKeys {
  const [current] = ring;
  if (current === undefined) {
    throw new RangeError('there must be at least one key');
  }
  const keys = new Map(ring.map(({ id, key }) => [id, key]));
  return {
    currentId: current.id,
    seal: (secret, watchId) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, current.key, nonce).setAAD(Buffer.from(watchId, 'utf8'));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return { keyId: current.id, sealed: Buffer.concat([nonce, text, cipher.getAuthTag()]) };
    },
    open: ({ keyId, sealed }, watchId) => {
      const key = keys.get(keyId);
      if (key === undefined) {
        throw new Error(`ASSAY_WATCH_SECRET_KEYS lacks the key "${keyId}"`);
      }
      try {
        const end = sealed.length - tagBytes;
        const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
          .setAAD(Buffer.from(watchId, 'utf8'))
          .setAuthTag(sealed.subarray(end));
        return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, end)), decipher.final()]).toString('utf8');
      } catch (error) {
        throw new Error(`the secret of watch ${watchId} does not open with the key "${keyId}"`, { cause: error });
      }
    },
  };
}
