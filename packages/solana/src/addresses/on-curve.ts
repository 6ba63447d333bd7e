import { ed25519 } from '@noble/curves/ed25519.js';

/** Decompressing a point costs as much as all the rest of judging a token, and holders are the same from call to call. */
const maxCached = 20_000;
const cache = new Map<string, boolean>();

/**
 * Whether 32 bytes are a point of the curve by the runtime's own rule: y is taken modulo the field's prime, and a set
 * sign bit with x = 0 is let through. That is what the library's lenient (ZIP 215) decoding does; its strict decoding
 * and the usual wallets' libraries answer differently for such encodings. Off the curve nobody holds a private key.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const known = cache.get(key);
  if (known !== undefined) {
    return known;
  }
  const onCurve = decompresses(bytes);
  if (cache.size >= maxCached) {
    cache.clear();
  }
  cache.set(key, onCurve);
  return onCurve;
}

function decompresses(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    // The library has no other way to say that the bytes are no point, and throws for nothing else at 32 bytes.
    return false;
  }
}
