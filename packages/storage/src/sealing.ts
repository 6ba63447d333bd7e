import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** A key of a key ring. Encrypted texts refer to it by its id. */
export type SealingKey = { readonly id: string; readonly key: Buffer };

/** An encrypted text. Only the key with this id decrypts it, and only for the owner for whom it was encrypted. */
export type SealedText = { readonly keyId: string; readonly sealed: Buffer };

/** Encrypts and decrypts texts that a database stores. */
export type Sealer = {
  /** Id of the key that encrypts new texts. */
  readonly currentId: string;
  /**
   * Encrypts a text for one owner.
   * @param owner the id of the record that holds the text, such as a watch. It is authenticated together with the text.
   */
  readonly seal: (text: string, owner: string) => SealedText;
  /**
   * Decrypts a text. Throws an error that states the key's id if the ring lacks the key. Throws an error that states
   * the owner if the text belongs to another owner or was changed. No error contains the text.
   */
  readonly open: (sealed: SealedText, owner: string) => string;
};

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const keyIdPattern = /^[A-Za-z0-9_-]{1,32}$/;

/**
 * Parses a key ring. When the text is malformed, returns a message that says what is wrong instead. The message
 * contains no key.
 * @param text `id:key` pairs separated by commas, newest first, each key 32 bytes in base64url or base64.
 */
export function parseSealingKeys(text: string): readonly SealingKey[] | string {
  const keys: SealingKey[] = [];
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

/** The schema of a required setting that is a key ring. See parseSealingKeys. */
export const sealingKeysSetting = z
  .string('must be id:key with a key of 32 bytes in base64url')
  .transform((text, context) => {
    const keys = parseSealingKeys(text);
    if (typeof keys === 'string') {
      context.addIssue({ code: 'custom', message: keys });
      return z.NEVER;
    }
    return keys;
  });

/**
 * Creates a sealer that uses a key ring (AES-256-GCM, NIST SP 800-38D). It encrypts with the first key, and can decrypt
 * with each of them. So you can put a new key in front while older texts stay readable. Throws a RangeError for an
 * empty ring.
 * @param setting the name of the variable that contains the ring, for error messages.
 */
export function createSealer(ring: readonly SealingKey[], setting: string): Sealer {
  const [current] = ring;
  if (current === undefined) {
    throw new RangeError('the key ring must hold at least one key');
  }
  const keys = new Map(ring.map(({ id, key }) => [id, key]));
  return {
    currentId: current.id,
    seal: (text, owner) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, current.key, nonce).setAAD(Buffer.from(owner, 'utf8'));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return { keyId: current.id, sealed: Buffer.concat([nonce, encrypted, cipher.getAuthTag()]) };
    },
    open: ({ keyId, sealed }, owner) => {
      const key = keys.get(keyId);
      if (key === undefined) {
        throw new Error(`${setting} lacks the key "${keyId}"`);
      }
      try {
        const end = sealed.length - tagBytes;
        const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
          .setAAD(Buffer.from(owner, 'utf8'))
          .setAuthTag(sealed.subarray(end));
        return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, end)), decipher.final()]).toString('utf8');
      } catch (error) {
        throw new Error(`the sealed text of ${owner} does not open with the key "${keyId}"`, { cause: error });
      }
    },
  };
}
