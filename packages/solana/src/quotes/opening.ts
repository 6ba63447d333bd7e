/** The last second that a calendar of four-digit years can name. */
const lastNamedSecond = 253_402_300_799n;

/**
 * When a pool opens, as the end of a sentence: a date where it is one, since nobody reads seconds of the Unix epoch.
 * @param point in slots, or in seconds of the Unix epoch; any number of 64 bits, since nothing keeps a pool from it.
 */
export function openingText(point: bigint, clock: 'slot' | 'unix_seconds'): string {
  if (clock === 'slot') {
    return `slot ${point}`;
  }
  return point >= 0n && point <= lastNamedSecond
    ? new Date(Number(point) * 1_000).toISOString().replace('.000Z', 'Z')
    : `second ${point} of the Unix epoch`;
}
