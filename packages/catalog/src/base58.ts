import { base58 } from '@scure/base';

const addressBytes = 32;
/**
 * Maximum number of base58 characters that 32 bytes have. The limit exists because decoding a text takes time that
 * grows with the square of its length.
 */
const maxAddressLength = 44;

/** Returns 32 bytes as an address. Throws RangeError for any other length, which only a bug in the caller can cause. */
export function encodeAddress(bytes: Uint8Array): string {
  if (bytes.length !== addressBytes) {
    throw new RangeError(`an address has ${addressBytes} bytes, not ${bytes.length}`);
  }
  return base58.encode(bytes);
}

/** Returns the bytes of an address. Undefined for a text that is not exactly 32 bytes of base58. */
export function decodeAddress(text: string): Uint8Array | undefined {
  if (text.length === 0 || text.length > maxAddressLength || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) {
    return undefined;
  }
  const bytes = base58.decode(text);
  return bytes.length === addressBytes ? bytes : undefined;
}
