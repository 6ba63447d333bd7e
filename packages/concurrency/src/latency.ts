/** The recent latency of one source, in milliseconds. */
export type Latency = {
  readonly add: (milliseconds: number) => void;
  /** Returns the median of the recent answers; zero before the first answer. */
  readonly typicalMs: () => number;
  /**
   * Returns the hedge delay in milliseconds: the time to wait for this source before asking another one as well. It is
   * the 95th percentile of the recent answers, within bounds and rounded up.
   */
  readonly hedgeAfterMs: () => number;
};

const maxSamples = 64;
/**
 * Number of answers after which the quantiles are computed again. They change slowly, so sorting after every answer
 * would cost more than it improves.
 */
const refreshEvery = 8;
const minHedgeMs = 150;
const maxHedgeMs = 800;
/**
 * Hedge delays are multiples of this number of milliseconds. Node keeps one timer list per duration, so equal delays
 * cost little.
 */
const hedgeStepMs = 10;

/** Creates the latency record of one source, which has no answers yet. */
export function createLatency(): Latency {
  const recent = new Float64Array(maxSamples);
  let count = 0;
  let typicalMs = 0;
  let hedgeMs = maxHedgeMs;
  const refresh = (): void => {
    const sorted = recent.slice(0, Math.min(count, maxSamples)).sort();
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    typicalMs = at(0.5);
    hedgeMs = Math.min(maxHedgeMs, Math.max(minHedgeMs, Math.ceil(at(0.95) / hedgeStepMs) * hedgeStepMs));
  };
  return {
    add: (milliseconds) => {
      recent[count % maxSamples] = milliseconds;
      count += 1;
      if (count <= refreshEvery || count % refreshEvery === 0) {
        refresh();
      }
    },
    typicalMs: () => typicalMs,
    hedgeAfterMs: () => hedgeMs,
  };
}
