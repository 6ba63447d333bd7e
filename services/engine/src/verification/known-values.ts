import type { DataType } from '@assay/catalog/define';
import { LRUCache } from 'lru-cache';
import type { ObservationListener } from '../sources/observation-feed.ts';
import type { SourceAttempt } from './fan-out.ts';

/** The latest values of each asset. A call uses them to judge an answer that no other source has confirmed yet. */
export type KnownValues = {
  /** Receives the answer to every request to a source. */
  readonly onObservation: ObservationListener;
  /**
   * Returns whether an unconfirmed answer is near the latest values of other providers for the same asset. Returns
   * false if no other provider has given a value recently, because then nothing supports the answer.
   */
  readonly isPlausible: (type: DataType, answer: SourceAttempt) => boolean;
};

type ShownValue = { readonly value: number; readonly atMs: number };

const maxAssets = 4_096;
/** Milliseconds for which a value is stored. An older value says too little about an asset's present price. */
const rememberedForMs = 120_000;
/**
 * Maximum distance of a plausible answer from a known value, in multiples of the type's tolerance. It is above 1,
 * because the asset may have moved since the known value.
 */
const maxTolerances = 2;

/**
 * Creates the known values of one process, for at most 4,096 assets. If there are more, the asset that was used longest
 * ago is removed.
 * @param now milliseconds on a clock that never runs backwards.
 */
export function createKnownValues(now: () => number): KnownValues {
  const assets = new LRUCache<string, Map<string, ShownValue>>({ max: maxAssets });
  return {
    onObservation: ({ type, provider }, { outcome, data }) => {
      const value = outcome === 'ok' ? valueOf(type, data) : undefined;
      if (value === undefined) {
        return;
      }
      const key = keyOf(type, data);
      const shown = assets.get(key) ?? new Map<string, ShownValue>();
      shown.set(provider.id, { value, atMs: now() });
      assets.set(key, shown);
    },
    isPlausible: (type, { source, data }) => {
      const value = valueOf(type, data);
      const known = [...(assets.get(keyOf(type, data)) ?? [])]
        .filter(([id, { atMs }]) => id !== source.provider.id && now() - atMs <= rememberedForMs)
        .map(([, shown]) => shown.value)
        .toSorted((a, b) => a - b);
      const median = known[known.length >> 1];
      if (value === undefined || median === undefined) {
        return false;
      }
      const toleranceBps = (type.agreement?.toleranceBps ?? 0) * maxTolerances;
      return Math.abs(value - median) * 10_000 <= toleranceBps * Math.abs(median);
    },
  };
}

/** Returns the value that the type compares, as a float. This is exact enough to decide how long to wait. */
function valueOf({ agreement }: DataType, data: SourceAttempt['data']): number | undefined {
  const value = agreement === undefined ? Number.NaN : Number(data?.[agreement.field]);
  return Number.isFinite(value) ? value : undefined;
}

function keyOf({ id, agreement }: DataType, data: SourceAttempt['data']): string {
  return JSON.stringify([id, ...(agreement?.identityFields ?? []).map((name) => data?.[name])]);
}
