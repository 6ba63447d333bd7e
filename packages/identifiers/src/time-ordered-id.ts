import { randomFillSync } from 'node:crypto';

const timeDigits = 12;
const idBytes = 10;
/** One call of the system's random generator, and one conversion to digits, cost about as much for many ids as for one. */
const pool = Buffer.alloc(4_000);
let digits = '';
let used = 0;

let lastMs = Number.NaN;
let lastTime = '';

/** Returns the lowercase hex digits of a number of random bytes, at most 4,000. */
export function randomHex(bytes: number): string {
  if (used + bytes * 2 > digits.length) {
    digits = randomFillSync(pool).toString('hex');
    used = 0;
  }
  const start = used;
  used += bytes * 2;
  return digits.slice(start, used);
}

/**
 * Returns 32 lowercase hex digits: 48 bits of milliseconds since the Unix epoch, then 80 random bits. Ids of a later
 * millisecond sort after those of an earlier one, so that new rows of an index are neighbours and a table can be
 * partitioned by the time of its ids. As a UUID it is no version that RFC 9562 names.
 */
export function timeOrderedId(nowMs: number = Date.now()): string {
  if (nowMs !== lastMs) {
    lastMs = nowMs;
    lastTime = Math.max(0, Math.floor(nowMs)).toString(16).padStart(timeDigits, '0');
  }
  return lastTime + randomHex(idBytes);
}

/**
 * Returns the id of a new hold. Billing partitions holds and ledger entries by the day in ids that begin with `ht_`. A hold with
 * another id, such as one that a test made up, goes to a partition without a day.
 */
export function newHoldId(nowMs?: number): string {
  return `ht_${timeOrderedId(nowMs)}`;
}
