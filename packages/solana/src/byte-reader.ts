import { base58 } from '@scure/base';
import { ProblemError } from './outcome.ts';

/** Reads numbers and bytes at fixed offsets. A read past the end throws ProblemError `malformed`. */
export type FixedReader = {
  readonly u8: (at: number) => number;
  readonly u16: (at: number) => number;
  readonly u32: (at: number) => number;
  readonly i32: (at: number) => number;
  readonly u64: (at: number) => bigint;
  readonly i64: (at: number) => bigint;
  readonly bytes: (at: number, length: number) => Uint8Array;
  /** Returns bytes as lower-case hex. */
  readonly hex: (at: number, length: number) => string;
  /** Throws ProblemError `malformed`. Its message begins with the words for the bytes, followed by `why`. */
  readonly fail: (why: string) => never;
};

/**
 * Reads little-endian values of an account at fixed offsets. A read past the end throws ProblemError `malformed`, so
 * that the missing part of a truncated account is never read as zeros.
 */
export type ByteReader = FixedReader & {
  readonly length: number;
  readonly u128: (at: number) => bigint;
  /** Reads a byte as a boolean. Throws ProblemError `malformed` unless it is 0 or 1. */
  readonly flag: (at: number) => boolean;
  readonly address: (at: number) => string;
  /** Reads a 32-byte address. Returns null when all bytes are zero. */
  readonly addressUnlessZero: (at: number) => string | null;
  /** Reads an optional address as SPL Token stores it: a four-byte tag of 0 or 1, then 32 bytes. */
  readonly taggedAddress: (at: number) => string | null;
};

/**
 * Returns a reader of an account's `data`.
 * @param bytesName the words that messages use for the account, such as "mint So11...".
 */
export function byteReader(data: Uint8Array, bytesName: string): ByteReader {
  const fixed = fixedReader(data, bytesName, true);
  const { u8, u32, u64, bytes, fail } = fixed;
  const address = (at: number): string => base58.encode(bytes(at, 32));
  return {
    ...fixed,
    length: data.length,
    u128: (at) => u64(at) | (u64(at + 8) << 64n),
    flag: (at) => {
      const value = u8(at);
      return value <= 1 ? value === 1 : fail(`byte ${at} must be 0 or 1, not ${value}`);
    },
    address,
    addressUnlessZero: (at) => (bytes(at, 32).every((byte) => byte === 0) ? null : address(at)),
    taggedAddress: (at) => {
      const tag = u32(at);
      const value = bytes(at + 4, 32);
      return tag === 0 ? null : tag === 1 ? base58.encode(value) : fail(`the tag at byte ${at} must be 0 or 1`);
    },
  };
}

/**
 * Returns a reader of `data` whose values are big-endian, as Wormhole writes them.
 * @param bytesName the words that messages use for the bytes.
 */
export function bigEndianReader(data: Uint8Array, bytesName: string): FixedReader {
  return fixedReader(data, bytesName, false);
}

function fixedReader(data: Uint8Array, bytesName: string, littleEndian: boolean): FixedReader {
  const values = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const fail = (why: string): never => {
    throw new ProblemError('malformed', `${bytesName}: ${why}`);
  };
  const within = (at: number, length: number): number =>
    at >= 0 && length >= 0 && at + length <= data.length
      ? at
      : fail(`${data.length} bytes end before byte ${at + length}`);
  const bytes = (at: number, length: number): Uint8Array => data.subarray(within(at, length), at + length);
  return {
    u8: (at) => values.getUint8(within(at, 1)),
    u16: (at) => values.getUint16(within(at, 2), littleEndian),
    u32: (at) => values.getUint32(within(at, 4), littleEndian),
    i32: (at) => values.getInt32(within(at, 4), littleEndian),
    u64: (at) => values.getBigUint64(within(at, 8), littleEndian),
    i64: (at) => values.getBigInt64(within(at, 8), littleEndian),
    bytes,
    hex: (at, length) => Buffer.from(bytes(at, length)).toString('hex'),
    fail,
  };
}

/** Returns whether `data` starts with these bytes, given as hex. */
export function bytesStartWith(data: Uint8Array, hex: string): boolean {
  const prefix = Buffer.from(hex, 'hex');
  return data.length >= prefix.length && prefix.every((byte, index) => data[index] === byte);
}
