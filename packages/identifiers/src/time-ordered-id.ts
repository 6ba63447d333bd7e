import { randomFillSync } from 'node:crypto';

const timeDigits = 12;
const idBytes = 10;
/**
 * A block of random bytes. One call of the system's generator costs almost as much for one id as for many, so ids share
 * a block.
 */
const pool = Buffer.alloc(4_000);
let digits = '';
let used = 0;

let lastMs = Number.NaN;
let lastTime = '';

/**
 * Returns random bytes as lowercase hex digits.
 * @param bytes the number of bytes, at most 4,000.
 */
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
 * Returns 32 lowercase hex digits: 48 bits of milliseconds since the Unix epoch, then 80 random bits. Ids sort by time.
 * So new entries of an index are adjacent, and a table can be partitioned by the time in its ids. The digits are not a
 * UUID of any version of RFC 9562.
 */
export function timeOrderedId(nowMs: number = Date.now()): string {
  if (nowMs !== lastMs) {
    lastMs = nowMs;
    lastTime = Math.max(0, Math.floor(nowMs)).toString(16).padStart(timeDigits, '0');
  }
  return lastTime + randomHex(idBytes);
}

/**
 * Returns the id of a new hold. Billing partitions holds and ledger entries by the day that an id with the prefix `ht_`
 * contains. A hold with any other id, such as one that a test invented, goes to a partition without a day.
 */
export function newHoldId(nowMs?: number): string {
  return `ht_${timeOrderedId(nowMs)}`;
}
