import { gaussian } from './random.ts';

/** A random value that changes over time. Time is in seconds since the Unix epoch and may have fractions. */
export type RandomProcess = (atSeconds: number) => number;

/**
 * Seconds between two fixed points of a walk: about a day and a half. The values at these points are drawn
 * independently, which keeps the walk near its origin.
 */
const spanSeconds = 2 ** 17;
const ringSize = 256;

/**
 * Creates a random walk with steps of one second and straight lines between them. The walk draws the values at the ends
 * of an interval, then in its middle, then in the middles of both halves, and so on. The value at any second takes
 * seventeen draws. The values of the last four minutes are cached.
 * @param stepSd standard deviation of the step in one second.
 */
export function createWalk(seed: number, stepSd: number): RandomProcess {
  const seconds = new Float64Array(ringSize).fill(-1);
  const values = new Float64Array(ringSize);
  const at = (second: number): number => {
    const slot = ((second % ringSize) + ringSize) % ringSize;
    if (seconds[slot] !== second) {
      seconds[slot] = second;
      values[slot] = walkAt(seed, stepSd, second);
    }
    return values[slot] ?? 0;
  };
  return (atSeconds) => {
    const second = Math.floor(atSeconds);
    const share = atSeconds - second;
    return share === 0 ? at(second) : at(second) * (1 - share) + at(second + 1) * share;
  };
}

function walkAt(seed: number, stepSd: number, second: number): number {
  let from = Math.floor(second / spanSeconds) * spanSeconds;
  let width = spanSeconds;
  const endSd = stepSd * Math.sqrt(spanSeconds / 2);
  let left = endSd * gaussian(seed, from);
  let right = endSd * gaussian(seed, from + width);
  while (second !== from) {
    const half = width / 2;
    const middle = (left + right) / 2 + stepSd * Math.sqrt(width / 4) * gaussian(seed, from + half);
    if (second < from + half) {
      right = middle;
    } else {
      left = middle;
      from += half;
    }
    width = half;
  }
  return left;
}

/**
 * Creates a process that moves around zero and has the same standard deviation at every time.
 * @param spread the standard deviation.
 * @param returnSeconds seconds after which a value no longer depends on an earlier one.
 */
export function createDrift(seed: number, spread: number, returnSeconds: number): RandomProcess {
  return (atSeconds) => {
    const knot = Math.floor(atSeconds / returnSeconds);
    const angle = ((atSeconds / returnSeconds - knot) * Math.PI) / 2;
    return spread * (Math.cos(angle) * gaussian(seed, knot) + Math.sin(angle) * gaussian(seed, knot + 1));
  };
}
