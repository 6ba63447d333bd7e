import { createHash } from 'node:crypto';

/**
 * How many parts the watched addresses are divided into: the most replicas that can share the polling. It is part of what is
 * kept in the table of addresses, so changing it takes a migration.
 */
export const partitionCount = 64;

/** The partition of an address, from 0 to `partitionCount` - 1; the same everywhere and for ever. */
export function partitionOf(address: string): number {
  return createHash('sha256').update(address, 'utf8').digest().readUInt16BE(0) % partitionCount;
}
