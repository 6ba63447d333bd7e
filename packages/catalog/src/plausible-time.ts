/** The start of the year 2000, in milliseconds since the Unix epoch. */
const startTimeMs = 946_684_800_000;

/** The start of the year 2100, in milliseconds since the Unix epoch. A source that states a later time is wrong. */
export const endTimeMs = 4_102_444_800_000;

/**
 * Returns whether a number can be a time of this service: a moment of this century. Sources state times, and a number outside
 * of it makes dates that cannot be written.
 * @param milliseconds milliseconds since the Unix epoch.
 */
export function isPlausibleTime(milliseconds: number): boolean {
  return milliseconds >= startTimeMs && milliseconds < endTimeMs;
}
