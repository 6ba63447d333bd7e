import { delaySteps } from './print-rule.ts';
import { emptyBuckets, emptyRings, type PrintState } from './print-state.ts';

/**
 * The stored part of a state of trades. It excludes the rings, because they cover only two minutes and the streams fill
 * them again. It also excludes `provesEarly`, because it depends on the mode of the process.
 */
type StoredPrints = Omit<PrintState, 'rings' | 'buckets' | 'priceBuckets' | 'provesEarly'>;

/** Returns the part of a state that is stored for the next start. */
export function storedPrints({
  rings: _rings,
  buckets: _sizes,
  priceBuckets: _prices,
  provesEarly: _early,
  ...stored
}: PrintState): StoredPrints {
  return stored;
}

/**
 * Returns the state that `storedPrints` returned, with empty rings. Its records are complete from the first trade that
 * it observes. Throws on data of another version.
 *
 * @param provesEarly as for `createPrintState`
 */
export function loadPrints(read: unknown, provesEarly: boolean): PrintState {
  if (typeof read !== 'object' || read === null || !('version' in read) || read.version !== 2) {
    throw new Error('this is not a state of trades of version 2');
  }
  const stored = read as StoredPrints;
  const providers = stored.providers.map((each) => ({
    ...each,
    written: 0,
    ripe: 0,
    rate: 0,
    pace: 0,
    pacePeriod: 0,
    burst: [],
  }));
  const next = new Float64Array(stored.capacity * stored.capacity * delaySteps.length);
  return {
    ...stored,
    provesEarly,
    providers,
    startedMs: 0,
    arrived: 0,
    rings: emptyRings(stored.capacity),
    buckets: emptyBuckets(),
    priceBuckets: emptyBuckets(),
    counts: { ...stored.counts, next },
  };
}
