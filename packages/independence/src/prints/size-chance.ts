import { printRule } from './print-rule.ts';
import type { SizeCounts } from './print-state.ts';

/** A trade's size in the form in which sizes are compared. */
export type ReadSize = { readonly value: number; readonly hash: number; readonly digits: number };

/** A decimal of at most 40 digits before and after the point, with an exponent of at most two digits. */
const sizePattern = /^(?=.{1,46}$)\d{1,40}(?:\.\d{1,40})?(?:e[-+]?\d{1,2})?$/iu;

/** Returns a size as a number with its hash. Returns undefined for a size that is not above zero. */
export function readSize(text: string): ReadSize | undefined {
  const value = sizePattern.test(text) ? Number(text) : Number.NaN;
  return value > 0 && Number.isFinite(value) ? sizeOf(value) : undefined;
}

/** Returns the form of a computed size. It is rounded to twelve digits, which removes the errors of floating point. */
export function sizeOf(value: number): ReadSize {
  const [mantissa = '', exponent = ''] = value.toExponential(11).split('e');
  const significant = mantissa.replace('.', '').replace(/0+$/u, '');
  return { value, hash: hashOf(`${significant}e${exponent}`), digits: significant.length };
}

/** Returns a 32-bit hash of a text: FNV-1a with a final mix, because the texts of sizes differ in few characters. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * Counts a trade by the number of digits of its size.
 *
 * @param ownShare share (0 to 1) of the provider's earlier trades that had this size
 */
export function countDigits({ digits, repeated }: SizeCounts, size: ReadSize, ownShare: number): void {
  const place = Math.min(size.digits, digits.length - 1);
  digits[place] = (digits[place] ?? 0) + 1;
  repeated[place] = (repeated[place] ?? 0) + ownShare;
  if ((digits[place] ?? 0) > 10_000) {
    digits.forEach((count, each) => (digits[each] = count / 2));
    repeated.forEach((sum, each) => (repeated[each] = sum / 2));
  }
}

/** Counts a trade by the hash of its size. */
export function countSize(counts: SizeCounts, hash: number, nowMs: number): void {
  if (nowMs - counts.startedMs >= printRule.sizePeriodMs) {
    const isNext = nowMs - counts.startedMs < 2 * printRule.sizePeriodMs;
    const empty = counts.previous.fill(0);
    counts.previous = isNext ? counts.current : empty;
    counts.previousTotal = isNext ? counts.currentTotal : 0;
    counts.current = isNext ? empty : counts.current.fill(0);
    counts.currentTotal = 0;
    counts.startedMs = nowMs;
  }
  const cell = hash % printRule.sketchCells;
  counts.current[cell] = Math.min(65_535, (counts.current[cell] ?? 0) + 1);
  counts.currentTotal++;
}

/**
 * Returns the probability that a trade of this market has this size. It is the share of the latest trades with the
 * size, mixed with the mean chance of sizes with as many digits (additive smoothing). Two sizes in one sketch cell are
 * counted together, which can only make a size look more usual. People prefer round sizes, so sizes with one digit are
 * never rare.
 */
export function chanceOf(counts: SizeCounts, size: ReadSize): number {
  const cell = size.hash % printRule.sketchCells;
  const seen = (counts.current[cell] ?? 0) + (counts.previous[cell] ?? 0);
  const total = counts.currentTotal + counts.previousTotal;
  const place = Math.min(size.digits, counts.digits.length - 1);
  const ofDigits = counts.digits[place] ?? 0;
  const all = counts.digits.reduce((sum, count) => sum + count, 0);
  const even = (ofDigits + 1) / (all + counts.digits.length) / (9 * 10 ** (size.digits - 1));
  const first = Math.max(even, printRule.firstChance / printRule.firstChancePerDigit ** (size.digits - 1));
  const guess =
    ((counts.repeated[place] ?? 0) + printRule.firstChanceTrades * first) / (ofDigits + printRule.firstChanceTrades);
  const counted = (seen + printRule.priorTrades * guess) / (total + printRule.priorTrades);
  return Math.max(counted, printRule.roundSizeChances[size.digits - 1] ?? 0);
}
