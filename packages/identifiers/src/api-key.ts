import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from './base62.ts';

const lead = 'asy_';
const entropyLength = 32;
const checksumLength = 6;
const keyPattern = /^asy_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** Number of leading characters of a key that the service may store and show, so that users can tell keys apart. */
export const apiKeyPrefixLength = 8;

/** Returns a new API key: `asy_`, 32 random base62 characters, and their CRC-32 (IEEE) as 6 base62 digits. */
export function generateApiKey(): string {
  const entropy = randomBase62(entropyLength);
  return `${lead}${entropy}${checksum(entropy)}`;
}

/**
 * Returns whether a text has the form of an API key and the right checksum. Checking this first saves the database query for
 * a mistyped key.
 */
export function isWellFormedApiKey(text: string): boolean {
  const [, entropy = '', written] = keyPattern.exec(text) ?? [];
  return written !== undefined && checksum(entropy) === written;
}

/**
 * Returns the SHA-256 of a whole key, 32 bytes. The database stores only this hash. A key has 190 random bits, so a
 * slower hash would add no security.
 */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

function checksum(entropy: string): string {
  return toBase62(crc32(entropy), checksumLength);
}
