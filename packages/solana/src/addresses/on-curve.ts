import { ed25519 } from '@noble/curves/ed25519.js';
import { LRUCache } from 'lru-cache';

/**
 * Results of `isOnCurve`, cached by the 32 bytes. The cache saves much time: decompressing a point takes as long as the
 * rest of a risk assessment, and popular tokens have many holders in common.
 */
const cache = new LRUCache<string, boolean>({ max: 20_000 });

/**
 * Returns whether 32 bytes are a point on the Ed25519 curve, by the rule of Solana's runtime. Nobody has a private key
 * for an address off the curve. The runtime reduces y modulo the field's prime and ignores a set sign bit when x is 0.
 * The lenient (ZIP 215) decoding of @noble/curves does the same. Its strict decoding and common wallet libraries reject
 * these encodings.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const cachedResult = cache.get(key);
  if (cachedResult !== undefined) {
    return cachedResult;
  }
  const onCurve = decompresses(bytes);
  cache.set(key, onCurve);
  return onCurve;
}

function decompresses(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    // The library throws when the bytes are not a point. For 32 bytes it throws for no other reason.
    return false;
  }
}
