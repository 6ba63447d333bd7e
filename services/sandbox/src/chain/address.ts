import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';

/** The number of bytes of an address. */
export const addressBytes = 32;

/**
 * Maximum length of an address in base58. The time to decode a text grows with the square of its length, so longer
 * texts are refused before decoding.
 */
const maxAddressLength = 44;

const pdaMarker = Buffer.from('ProgramDerivedAddress');

/**
 * Maximum number of entries of each cache. The nodes convert the same few hundred addresses many times, and base58
 * takes most of their CPU time.
 */
const maxRememberedAddresses = 4_096;
const addressCache = new Map<string, string>();
const bytesCache = new Map<string, Uint8Array>();

function remember<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  if (cache.size >= maxRememberedAddresses) {
    cache.clear();
  }
  cache.set(key, value);
}

/** Returns 32 bytes as an address. Throws for any other length. */
export function toAddress(bytes: Uint8Array): string {
  if (bytes.length !== addressBytes) {
    throw new Error(`an address has ${addressBytes} bytes, not ${bytes.length}`);
  }
  const key = Buffer.from(bytes.buffer, bytes.byteOffset, addressBytes).toString('latin1');
  const known = addressCache.get(key);
  if (known !== undefined) {
    return known;
  }
  const address = base58.encode(bytes);
  remember(addressCache, key, address);
  return address;
}

/** Returns the bytes of an address. Returns undefined for a text that is not 32 bytes in base58. */
export function readAddress(text: string): Uint8Array | undefined {
  const known = bytesCache.get(text);
  if (known !== undefined) {
    return Uint8Array.from(known);
  }
  if (text.length > maxAddressLength || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) {
    return undefined;
  }
  const bytes = base58.decode(text);
  if (bytes.length !== addressBytes) {
    return undefined;
  }
  remember(bytesCache, text, Uint8Array.from(bytes));
  return bytes;
}

/** Returns the bytes of an address that the sandbox itself wrote. Throws for a text that is no address. */
export function addressBytesOf(address: string): Uint8Array {
  const bytes = readAddress(address);
  if (bytes === undefined) {
    throw new Error(`${address.slice(0, maxAddressLength)} is not an address`);
  }
  return bytes;
}

function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(part);
  }
  return hash.digest();
}

/**
 * Returns whether 32 bytes encode a point of the ed25519 curve. Also accepts encodings that are not canonical, as the
 * runtime does.
 */
function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns an address on the curve that the seed and a name determine. Nobody knows a secret key for the address. None
 * is needed, because the sandbox signs nothing.
 */
export function namedAddress(seed: string, name: string): string {
  for (let attempt = 0; ; attempt += 1) {
    const candidate = sha256(Buffer.from(`${seed}/chain/${name}/${attempt}`));
    if (isPoint(candidate)) {
      return toAddress(candidate);
    }
  }
}

/**
 * Returns a program-derived address and its bump (the byte that moves the address off the curve).
 * @param seeds at most 16 seeds, of at most 32 bytes each.
 */
export function programAddress(seeds: readonly Uint8Array[], program: string): { address: string; bump: number } {
  const programBytes = addressBytesOf(program);
  for (let bump = 255; bump >= 0; bump -= 1) {
    const candidate = sha256(...seeds, Uint8Array.of(bump), programBytes, pdaMarker);
    if (!isPoint(candidate)) {
      return { address: toAddress(candidate), bump };
    }
  }
  throw new Error('these seeds have no address off the curve');
}
