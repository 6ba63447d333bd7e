import { createHash } from 'node:crypto';

/**
 * Number of partitions of the watched addresses, and thus the maximum number of replicas that share the polling. The
 * table of addresses stores partitions, so a change of this number needs a migration.
 */
export const partitionCount = 64;

/**
 * Returns the partition of an address, from 0 to `partitionCount` - 1. The partition is the same in every replica and
 * release.
 */
export function partitionOf(address: string): number {
  return createHash('sha256').update(address, 'utf8').digest().readUInt16BE(0) % partitionCount;
}
