import { delaySteps } from './print-rule.ts';
import { emptyBuckets, emptyRings, type PrintState } from './print-state.ts';

/** A state of trades without its rings, which hold two minutes and are read from the streams again. */
type StoredPrints = Omit<PrintState, 'rings' | 'buckets' | 'priceBuckets'>;

/** Returns the part of a state that outlives a restart. */
export function storedPrints({
  rings: _rings,
  buckets: _sizes,
  priceBuckets: _prices,
  ...stored
}: PrintState): StoredPrints {
  return stored;
}

/**
 * Returns the state of `storedPrints` with empty rings. Its records count as complete from the first trade that it sees.
 * Throws on data of another version.
 */
export function loadPrints(read: unknown): PrintState {
  if (typeof read !== 'object' || read === null || !('version' in read) || read.version !== 1) {
    throw new Error('this is not a state of trades of version 1');
  }
  const stored = read as StoredPrints;
  const providers = stored.providers.map((each) => ({ ...each, written: 0, ripe: 0, rate: 0, pace: 0, burst: [] }));
  const next = new Float64Array(stored.capacity * stored.capacity * delaySteps.length);
  return {
    ...stored,
    providers,
    startedMs: 0,
    arrived: 0,
    rings: emptyRings(stored.capacity),
    buckets: emptyBuckets(),
    priceBuckets: emptyBuckets(),
    counts: { ...stored.counts, next },
  };
}
