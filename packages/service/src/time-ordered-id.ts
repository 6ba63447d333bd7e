import { randomFillSync } from 'node:crypto';

const timeBytes = 6;
const idBytes = 16;

/**
 * Returns 32 lowercase hex digits: 48 bits of milliseconds since the Unix epoch, then 80 random bits. Ids of a later
 * millisecond sort after those of an earlier one, so that new rows of an index are neighbours and a table can be
 * partitioned by the time of its ids. As a UUID it is no version that RFC 9562 names.
 */
export function timeOrderedId(nowMs: number = Date.now()): string {
  const bytes = Buffer.alloc(idBytes);
  bytes.writeUIntBE(Math.max(0, Math.floor(nowMs)), 0, timeBytes);
  randomFillSync(bytes, timeBytes);
  return bytes.toString('hex');
}
