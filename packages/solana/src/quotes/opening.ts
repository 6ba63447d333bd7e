/**
 * The last second that a date with a four-digit year can express: the end of the year 9999, in seconds since the Unix
 * epoch.
 */
const lastNamedSecond = 253_402_300_799n;

/**
 * Returns the time at which a pool opens, as the end of a sentence. A number of seconds is written as a date if a valid
 * date exists for it.
 * @param point a slot, or seconds since the Unix epoch. The program does not check its range, so any 64-bit number can
 * occur.
 */
export function openingText(point: bigint, clock: 'slot' | 'unix_seconds'): string {
  if (clock === 'slot') {
    return `slot ${point}`;
  }
  return point >= 0n && point <= lastNamedSecond
    ? new Date(Number(point) * 1_000).toISOString().replace('.000Z', 'Z')
    : `second ${point} of the Unix epoch`;
}
