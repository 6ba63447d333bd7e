import { gaussian } from './random.ts';

/** A value that changes over time; time is in seconds since the Unix epoch, fractions allowed. */
export type RandomProcess = (atSeconds: number) => number;

/** How far apart the fixed points of a walk are: it wanders freely within a day and a half and stays near its origin. */
const spanSeconds = 2 ** 17;
const ringSize = 256;

/**
 * A random walk in steps of one second, straight between them. It is built by halving: the ends of a span are drawn,
 * then the middle between them, then the middles of the halves, so that any second is found in seventeen draws without
 * walking there. About the last four minutes are kept, which is what readers look at.
 * @param stepSd standard deviation of one second's step.
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
 * A value that wanders around zero and always returns, with the same spread at every moment.
 * @param spread standard deviation.
 * @param returnSeconds how long it remembers where it was.
 */
export function createDrift(seed: number, spread: number, returnSeconds: number): RandomProcess {
  return (atSeconds) => {
    const knot = Math.floor(atSeconds / returnSeconds);
    const angle = ((atSeconds / returnSeconds - knot) * Math.PI) / 2;
    return spread * (Math.cos(angle) * gaussian(seed, knot) + Math.sin(angle) * gaussian(seed, knot + 1));
  };
}
