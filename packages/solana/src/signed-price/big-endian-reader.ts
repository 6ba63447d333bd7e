import { ProblemError } from '../outcome.ts';

/** Reads big-endian values at fixed offsets. A read past the end throws ProblemError `malformed`. */
export type BigEndianReader = {
  readonly u8: (at: number) => number;
  readonly u16: (at: number) => number;
  readonly u32: (at: number) => number;
  readonly i32: (at: number) => number;
  readonly u64: (at: number) => bigint;
  readonly i64: (at: number) => bigint;
  readonly bytes: (at: number, length: number) => Uint8Array;
  /** Returns bytes as lower-case hex. */
  readonly hex: (at: number, length: number) => string;
  /** Throws ProblemError `malformed` with a message that starts with the name of the bytes. */
  readonly fail: (why: string) => never;
};

/**
 * Returns a reader of `data`.
 * @param what names the bytes in messages.
 */
export function bigEndianReader(data: Uint8Array, what: string): BigEndianReader {
  const values = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const fail = (why: string): never => {
    throw new ProblemError('malformed', `${what}: ${why}`);
  };
  const within = (at: number, length: number): number =>
    at >= 0 && length >= 0 && at + length <= data.length
      ? at
      : fail(`${data.length} bytes end before byte ${at + length}`);
  const bytes = (at: number, length: number): Uint8Array => data.subarray(within(at, length), at + length);
  return {
    u8: (at) => values.getUint8(within(at, 1)),
    u16: (at) => values.getUint16(within(at, 2)),
    u32: (at) => values.getUint32(within(at, 4)),
    i32: (at) => values.getInt32(within(at, 4)),
    u64: (at) => values.getBigUint64(within(at, 8)),
    i64: (at) => values.getBigInt64(within(at, 8)),
    bytes,
    hex: (at, length) => Buffer.from(bytes(at, length)).toString('hex'),
    fail,
  };
}
