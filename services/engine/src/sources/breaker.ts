/** What a finished request says about the health of a source. `neutral` says nothing, such as a stale answer. */
export type HealthSignal = 'success' | 'failure' | 'neutral';

/** `untried`: nothing known yet; `suspect`: closed, but the last thing that was learnt is a failure. */
export type BreakerState = 'untried' | 'closed' | 'suspect' | 'half_open' | 'open';

/** Keeps a source that fails from being asked, and lets one request through now and then to see whether it is back. */
export type Breaker = {
  readonly state: () => BreakerState;
  /** Whether a request may be sent now. Admitting one while open makes it the trial: its verdict must be told. */
  readonly admit: () => boolean;
  readonly record: (verdict: HealthSignal) => void;
};

const openForMs = 1_000;
const failuresInARow = 3;
const windowSize = 20;
const failuresInWindow = 12;
const windowMask = 2 ** windowSize - 1;

/**
 * A breaker on an injected clock. It opens after three failures in a row, after twelve of the last twenty, or at the
 * first failure when nothing ever succeeded. Trials are a second apart from start to start, so that a source that
 * comes back is in the catalog again within two seconds, with the look at health and the announcement on the way.
 */
export function createBreaker(now: () => number): Breaker {
  let state: BreakerState = 'untried';
  let trialAtMs = 0;
  let inARow = 0;
  let window = 0;

  const open = (): void => {
    if (state !== 'half_open') {
      trialAtMs = now();
    }
    state = 'open';
  };
  const fail = (): void => {
    inARow += 1;
    window = ((window << 1) | 1) & windowMask;
    const trips = inARow >= failuresInARow || bitCount(window) >= failuresInWindow;
    if (state === 'untried' || state === 'half_open' || state === 'open' || trips) {
      open();
    } else {
      state = 'suspect';
    }
  };
  const succeed = (): void => {
    window = state === 'open' || state === 'half_open' ? 0 : (window << 1) & windowMask;
    inARow = 0;
    state = 'closed';
  };
  return {
    state: () => state,
    admit: () => {
      if (state !== 'open' && state !== 'half_open') {
        return true;
      }
      if (state === 'half_open' || now() - trialAtMs < openForMs) {
        return false;
      }
      state = 'half_open';
      trialAtMs = now();
      return true;
    },
    record: (verdict) => {
      if (verdict === 'success') {
        succeed();
      } else if (verdict === 'failure') {
        fail();
      } else if (state === 'half_open') {
        state = 'open';
      }
    },
  };
}

function bitCount(bits: number): number {
  let left = bits;
  let count = 0;
  while (left !== 0) {
    left &= left - 1;
    count += 1;
  }
  return count;
}
