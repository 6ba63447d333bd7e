import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from './base62.ts';

const lead = 'asy_';
const entropyLength = 32;
const checksumLength = 6;
const keyPattern = /^asy_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** How many characters of a key may be kept and shown to tell it from others. */
export const apiKeyPrefixLength = 8;

/** A fresh API key: `asy_`, 32 random base62 characters, and their CRC-32 (IEEE) as 6 base62 digits. */
export function generateApiKey(): string {
  const entropy = randomBase62(entropyLength);
  return `${lead}${entropy}${checksum(entropy)}`;
}

/** Whether a text is shaped as an API key with the right checksum; a mistyped key is not, and needs no look-up. */
export function isWellFormedApiKey(text: string): boolean {
  const [, entropy = '', written] = keyPattern.exec(text) ?? [];
  return written !== undefined && checksum(entropy) === written;
}

/** The SHA-256 of a whole key, 32 bytes: all of it that is stored. A key's 190 random bits need no slower digest. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}

function checksum(entropy: string): string {
  return toBase62(crc32(entropy), checksumLength);
}
