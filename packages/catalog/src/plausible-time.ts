/** The earliest plausible time: the start of the year 2000, in milliseconds since the Unix epoch. */
const startTimeMs = 946_684_800_000;

/**
 * The end of plausible times: the start of the year 2100, in milliseconds since the Unix epoch. A source that states a
 * later time is wrong.
 */
export const endTimeMs = 4_102_444_800_000;

/**
 * Returns whether a source's timestamp is plausible: between 2000 and 2100. A number far outside this range cannot even
 * be formatted as a date.
 * @param milliseconds milliseconds since the Unix epoch.
 */
export function isPlausibleTime(milliseconds: number): boolean {
  return milliseconds >= startTimeMs && milliseconds < endTimeMs;
}
