/** How long a source took lately. */
export type Latency = {
  readonly add: (milliseconds: number) => void;
  /** The median of the last answers; zero before any. */
  readonly typicalMs: () => number;
  /** When the next source is asked side by side: the 95th percentile, within bounds and rounded. */
  readonly hedgeAfterMs: () => number;
};

const kept = 64;
/** Quantiles move slowly; sorting at every answer would cost more than it tells. */
const refreshEvery = 8;
const minHedgeMs = 150;
const maxHedgeMs = 800;
/** Node keeps one timer list per duration, so delays that share a value are nearly free. */
const hedgeStepMs = 10;

/** Remembers the last answers of one source. */
export function createLatency(): Latency {
  const recent = new Float64Array(kept);
  let count = 0;
  let typicalMs = 0;
  let hedgeMs = maxHedgeMs;
  const refresh = (): void => {
    const sorted = recent.slice(0, Math.min(count, kept)).sort();
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    typicalMs = at(0.5);
    hedgeMs = Math.min(maxHedgeMs, Math.max(minHedgeMs, Math.ceil(at(0.95) / hedgeStepMs) * hedgeStepMs));
  };
  return {
    add: (milliseconds) => {
      recent[count % kept] = milliseconds;
      count += 1;
      if (count <= refreshEvery || count % refreshEvery === 0) {
        refresh();
      }
    },
    typicalMs: () => typicalMs,
    hedgeAfterMs: () => hedgeMs,
  };
}
