import { randomFillSync } from 'node:crypto';

const timeDigits = 12;
const randomBytes = 10;
/** One call of the system's random generator costs about as much for the bytes of many ids as for those of one. */
const pool = Buffer.alloc(randomBytes * 400);
let used = pool.length;

/**
 * Returns 32 lowercase hex digits: 48 bits of milliseconds since the Unix epoch, then 80 random bits. Ids of a later
 * millisecond sort after those of an earlier one, so that new rows of an index are neighbours and a table can be
 * partitioned by the time of its ids. As a UUID it is no version that RFC 9562 names.
 */
export function timeOrderedId(nowMs: number = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.toString('hex', used, used + randomBytes);
  used += randomBytes;
  const time = Math.max(0, Math.floor(nowMs)).toString(16).padStart(timeDigits, '0');
  return time + random;
}

/**
 * Returns the id of a new hold. Billing partitions holds and ledger entries by the day in ids that begin with `ht_`. A hold with
 * another id, such as one that a test made up, goes to a partition without a day.
 */
export function newHoldId(nowMs?: number): string {
  return `ht_${timeOrderedId(nowMs)}`;
}
