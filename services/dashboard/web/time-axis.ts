import type { AttemptView } from '../src/api/decision-view.ts';

type Clocks = Pick<AttemptView, 'askedAtMs' | 'receivedAtMs' | 'sourceAtMs'>;

/** One time axis for all attempts of a decision. Times are milliseconds since the Unix epoch. */
export type TimeAxis = {
  readonly startMs: number;
  readonly endMs: number;
  /** When the engine asked the first source. The axis counts from this time. */
  readonly zeroMs: number;
};

/**
 * How far before the first call the axis may begin. The limit is the larger of `multiple` times the duration of the
 * calls, and `ms`.
 */
const maxEarlier = { multiple: 1.5, ms: 250 };
/** Space for the marks of sources whose own time is before the start of the axis, as a share of the calls' duration. */
const markShare = 0.2;

/**
 * Returns the axis of a decision's attempts. It begins at the earliest time of a source that is near the calls, and
 * ends at the last answer. When a source's own time is even earlier, the axis begins a little earlier, so that a mark
 * at its left end shows this time. Returns undefined when no source was asked.
 */
export function timeAxis(attempts: readonly Clocks[]): TimeAxis | undefined {
  const askedTimesMs = attempts.flatMap(({ askedAtMs }) => askedAtMs ?? []);
  if (askedTimesMs.length === 0) {
    return undefined;
  }
  const zeroMs = Math.min(...askedTimesMs);
  const endMs = Math.max(zeroMs + 1, ...attempts.flatMap(({ receivedAtMs }) => receivedAtMs ?? []));
  const lengthMs = endMs - zeroMs;
  const earliestMs = zeroMs - Math.max(lengthMs * maxEarlier.multiple, maxEarlier.ms);
  const own = attempts.flatMap(({ sourceAtMs }) => sourceAtMs ?? []);
  const near = own.filter((atMs) => atMs >= earliestMs);
  const hasEarlier = near.length < own.length;
  return { startMs: Math.min(zeroMs - (hasEarlier ? lengthMs * markShare : 0), ...near), endMs, zeroMs };
}

/**
 * Returns the position of a time on an axis: 0 at its left end, 1 at its right end. A time beyond an end has the
 * position of this end.
 */
export function placeOn({ startMs, endMs }: TimeAxis, atMs: number): number {
  return Math.min(1, Math.max(0, (atMs - startMs) / (endMs - startMs)));
}
