/**
 * The effect of a finished request on the health of its source. `neutral` has no effect; an example is a stale answer.
 */
export type HealthSignal = 'success' | 'failure' | 'neutral';

/**
 * The states of a breaker. `untried`: no request has finished yet. `suspect`: requests pass, but the last one failed.
 * `open`: requests are refused. `half_open`: a trial is in flight.
 */
export type BreakerState = 'untried' | 'closed' | 'suspect' | 'half_open' | 'open';

/** A circuit breaker: it stops requests to a failing source, and admits a trial now and then. */
export type Breaker = {
  readonly state: () => BreakerState;
  /**
   * Returns whether a request may be sent now. An open breaker admits a single request as its trial. The caller must record
   * the signal of every admitted request.
   */
  readonly admit: () => boolean;
  readonly record: (verdict: HealthSignal) => void;
};

const openForMs = 1_000;
const maxConsecutiveFailures = 3;
const windowSize = 20;
const maxFailuresInWindow = 12;
const windowMask = 2 ** windowSize - 1;

/**
 * Creates a breaker. It opens after three failures in a row, or when twelve of the last twenty requests failed. It also
 * opens at the first failure of a source that never worked. Trials start one second apart. Therefore the catalog lists
 * a recovered source within two seconds, including the time for the health check and for announcing its result.
 *
 * @param now milliseconds on a clock that never runs backwards.
 */
export function createBreaker(now: () => number): Breaker {
  let state: BreakerState = 'untried';
  let trialAtMs = 0;
  let consecutiveFailures = 0;
  let window = 0;

  const open = (): void => {
    if (state !== 'half_open') {
      trialAtMs = now();
    }
    state = 'open';
  };
  const fail = (): void => {
    consecutiveFailures += 1;
    window = ((window << 1) | 1) & windowMask;
    const trips = consecutiveFailures >= maxConsecutiveFailures || bitCount(window) >= maxFailuresInWindow;
    if (state === 'untried' || state === 'half_open' || state === 'open' || trips) {
      open();
    } else {
      state = 'suspect';
    }
  };
  const succeed = (): void => {
    window = state === 'open' || state === 'half_open' ? 0 : (window << 1) & windowMask;
    consecutiveFailures = 0;
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
