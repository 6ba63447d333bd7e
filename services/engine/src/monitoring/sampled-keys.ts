import type { Catalog } from '@assay/catalog/catalog';
import { paramsOfKey } from '@assay/catalog/market';
import { createKeysInUse, type KeysInUseLimits } from '@assay/independence/keys-in-use';
import { typeOfKey } from '@assay/independence/type-of-key';
import { majorKeys, type SampledKey } from './sampler.ts';

/**
 * The measured keys that are sampled: the majors of each type, which are always sampled, and the keys that callers use.
 */
export type SampledKeys = {
  readonly list: () => readonly SampledKey[];
  /**
   * Returns the keys of the next round: all majors, and some of the keys that callers use. The rounds go through the
   * used keys in turn.
   */
  readonly nextRound: () => readonly SampledKey[];
  readonly isSampled: (key: string) => boolean;
  /** Counts a question about a key that a source answered. */
  readonly onQuestion: (key: string) => void;
  /** Chooses again which of the keys that callers use are sampled. */
  readonly refresh: () => void;
};

/**
 * The limits of each mode. In the sandbox, a single question is enough for a key to be sampled, so that a first try of
 * Assay already shows a measurement.
 */
export const useLimits: Readonly<Record<'live' | 'sandbox', KeysInUseLimits>> = {
  live: { maxMeasured: 32, maxCounted: 1_024, minMinutes: 2 },
  sandbox: { maxMeasured: 32, maxCounted: 1_024, minMinutes: 1 },
};

/**
 * Maximum number of keys that one round samples because callers use them. If there are more, each round takes the next
 * ones.
 */
const maxInUsePerRound = 4;

/** Creates the sampled keys of a catalog. At first, only the majors are sampled. */
export function createSampledKeys(catalog: Catalog, limits: KeysInUseLimits, now: () => number): SampledKeys {
  const majors = [...catalog.values()].flatMap(majorKeys);
  const majorNames = new Set(majors.map(({ key }) => key));
  const use = createKeysInUse(limits);
  let inUse: readonly SampledKey[] = [];
  let names: ReadonlySet<string> = majorNames;
  let turn = 0;
  const sampledOf = (key: string): SampledKey[] => {
    const type = catalog.get(typeOfKey(key));
    const params = type?.agreement === undefined ? undefined : paramsOfKey(type, key);
    return type === undefined || params === undefined ? [] : [{ type, params, key }];
  };
  return {
    list: () => [...majors, ...inUse],
    nextRound: () => {
      const count = Math.min(maxInUsePerRound, inUse.length);
      const chosen = Array.from({ length: count }, (_, index) => inUse[(turn + index) % inUse.length] as SampledKey);
      turn = inUse.length === 0 ? 0 : (turn + count) % inUse.length;
      return [...majors, ...chosen];
    },
    isSampled: (key) => names.has(key),
    onQuestion: (key) => {
      if (!majorNames.has(key)) {
        use.asked(key, now());
      }
    },
    refresh: () => {
      inUse = use.measured(now()).flatMap(sampledOf);
      names = new Set([...majorNames, ...inUse.map(({ key }) => key)]);
    },
  };
}
