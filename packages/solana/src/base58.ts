import { base58 } from '@scure/base';

const addressBytes = 32;
/** 32 bytes are never more than 44 characters of base58; the bound keeps a huge string from costing quadratic time. */
const longestAddress = 44;

/** Writes 32 bytes as an address. Throws RangeError for any other length, which is a defect of the caller. */
export function encodeAddress(bytes: Uint8Array): string {
  if (bytes.length !== addressBytes) {
    throw new RangeError(`an address has ${addressBytes} bytes, not ${bytes.length}`);
  }
  return base58.encode(bytes);
}

/** Reads an address; undefined for what is not exactly 32 bytes of base58. */
export function decodeAddress(text: string): Uint8Array | undefined {
  if (text.length === 0 || text.length > longestAddress || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) {
    return undefined;
  }
  const bytes = base58.decode(text);
  return bytes.length === addressBytes ? bytes : undefined;
}
