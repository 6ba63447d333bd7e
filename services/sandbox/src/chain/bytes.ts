import { addressBytes, toAddress } from './address.ts';

/**
 * This file reads and writes little-endian fields of account data and instructions. Access beyond the end throws a
 * RangeError, which the runtime treats as a panic of the program.
 */

/** The largest value of a field of eight bytes. */
export const maxU64 = 2n ** 64n - 1n;

function view(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

/** Reads one byte as an unsigned number. */
export function u8At(data: Uint8Array, offset: number): number {
  return view(data).getUint8(offset);
}

/** Reads two bytes as an unsigned number. */
export function u16At(data: Uint8Array, offset: number): number {
  return view(data).getUint16(offset, true);
}

/** Reads four bytes as an unsigned number. */
export function u32At(data: Uint8Array, offset: number): number {
  return view(data).getUint32(offset, true);
}

/** Reads eight bytes as an unsigned number. */
export function u64At(data: Uint8Array, offset: number): bigint {
  return view(data).getBigUint64(offset, true);
}

/** Reads eight bytes as a signed number. */
export function i64At(data: Uint8Array, offset: number): bigint {
  return view(data).getBigInt64(offset, true);
}

/** Reads sixteen bytes as an unsigned number. */
export function u128At(data: Uint8Array, offset: number): bigint {
  return u64At(data, offset) | (u64At(data, offset + 8) << 64n);
}

/** Reads the address at an offset. */
export function addressIn(data: Uint8Array, offset: number): string {
  if (offset + addressBytes > data.length) {
    throw new RangeError('the address is truncated');
  }
  return toAddress(data.subarray(offset, offset + addressBytes));
}

/** Writes a number as eight bytes. The number must fit. */
export function setU64(data: Uint8Array, offset: number, value: bigint): void {
  view(data).setBigUint64(offset, value, true);
}

/** Writes a number as sixteen bytes. The number must fit. */
export function setU128(data: Uint8Array, offset: number, value: bigint): void {
  setU64(data, offset, value & 0xffff_ffff_ffff_ffffn);
  setU64(data, offset + 8, value >> 64n);
}

/** Returns a number as eight bytes. */
export function u64Bytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  setU64(bytes, 0, value);
  return bytes;
}

/** Returns a number as sixteen bytes. */
export function u128Bytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(16);
  setU128(bytes, 0, value);
  return bytes;
}
