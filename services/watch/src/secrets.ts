import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key of the key ring. Encrypted secrets refer to it by its id. */
export type SecretKey = { readonly id: string; readonly key: Buffer };

/** An encrypted secret. Only the key with that id decrypts it, and only for its watch. */
export type SealedSecret = { readonly keyId: string; readonly sealed: Buffer };

/** Encrypts and decrypts webhook secrets. */
export type SecretKeys = {
  /** Id of the key that encrypts new secrets. */
  readonly currentId: string;
  /** Encrypts a secret for one watch. */
  readonly seal: (secret: string, watchId: string) => SealedSecret;
  /**
   * Decrypts the secret of a watch. Throws an error that names the key id if the ring lacks the key. Throws an error that
   * names the watch if the secret belongs to another watch or was changed. No error contains the secret.
   */
  readonly open: (sealed: SealedSecret, watchId: string) => string;
};

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const keyIdPattern = /^[A-Za-z0-9_-]{1,32}$/;

/**
 * Parses a key ring, or returns a message about what is wrong. The message contains no key.
 * @param text `id:key` pairs separated by commas, newest first, each key 32 bytes in base64url or base64.
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
      return `the id "${id}" occurs twice`;
    }
    keys.push({ id, key });
  }
  return keys;
}

/**
 * Creates the encryption over a key ring. The first key encrypts, and every key decrypts: a new key in front takes over while
 * older secrets stay readable. Throws a RangeError for an empty ring.
 */
export function createSecretKeys(ring: readonly SecretKey[]): SecretKeys {
  const [current] = ring;
  if (current === undefined) {
    throw new RangeError('the key ring must hold at least one key');
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
