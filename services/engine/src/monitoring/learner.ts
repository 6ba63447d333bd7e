import { clusters } from '@assay/independence/clusters';
import { evidence } from '@assay/independence/explain';
import type { ProviderObservation } from '@assay/independence/observation';
import { observe } from '@assay/independence/observe';
import { deserialize, serialize } from '@assay/independence/serialize';
import { createState } from '@assay/independence/create-state';
import type { IndependenceState } from '@assay/independence/state';
import type { KeyVerdicts } from './verdict-snapshot.ts';

/** The state of one key as it is stored. */
export type StoredKeyState = { readonly key: string; readonly state: string };

/** Learns from observations of many keys. */
export type Learner = {
  readonly observe: (observations: readonly ProviderObservation[]) => void;
  /** The pictures of the keys that were judged anew since the last call. */
  readonly freshVerdicts: () => KeyVerdicts[];
  /** The states that changed since the last call. */
  readonly changedStates: () => StoredKeyState[];
  /** Takes stored states in, over what is known of the same keys. What cannot be read is named, and left out. */
  readonly load: (stored: readonly StoredKeyState[]) => readonly string[];
};

/** The type that a key is about: what stands before its first colon. */
export function typeOfKey(key: string): string {
  return key.split(':', 1)[0] ?? key;
}

/**
 * Creates a learner that knows nothing.
 *
 * @param mostKeys beyond it the key that was heard of least lately is forgotten
 * @param rowLeastMs the least time between two rows in which the noise of prices is compared
 */
export function createLearner(mostKeys: number, rowLeastMs: number): Learner {
  const states = new Map<string, IndependenceState>();
  const dirty = new Set<string>();
  const reportedAtMs = new Map<string, number>();

  const stateOf = (key: string): IndependenceState => {
    const known = states.get(key);
    if (known !== undefined) {
      // Written again so that the first entry is always the one that was heard of least lately.
      states.delete(key);
      states.set(key, known);
      return known;
    }
    if (states.size >= mostKeys) {
      const [oldest = ''] = states.keys();
      states.delete(oldest);
      reportedAtMs.delete(oldest);
      dirty.delete(oldest);
    }
    const made = createState(key, undefined, rowLeastMs);
    states.set(key, made);
    return made;
  };
  return {
    observe: (observations) => {
      for (const observation of observations) {
        if (observe(stateOf(observation.key), observation)) {
          dirty.add(observation.key);
        }
      }
    },
    freshVerdicts: () => {
      const fresh = [...states.values()].filter(({ key, judgement }) => reportedAtMs.get(key) !== judgement.atMs);
      fresh.forEach(({ key, judgement }) => reportedAtMs.set(key, judgement.atMs));
      return fresh.map(verdictsOfState);
    },
    changedStates: () => {
      const stored = [...dirty].flatMap((key) => {
        const state = states.get(key);
        return state === undefined ? [] : [{ key, state: serialize(state) }];
      });
      dirty.clear();
      return stored;
    },
    load: (stored) => {
      const unreadable: string[] = [];
      for (const { key, state } of stored) {
        try {
          states.set(key, deserialize(state));
          reportedAtMs.delete(key);
        } catch {
          // A state of another version is learned anew rather than kept from being used at all.
          unreadable.push(key);
        }
      }
      return unreadable;
    },
  };
}

function verdictsOfState(state: IndependenceState): KeyVerdicts {
  const names = state.providers.map(({ name }) => name).toSorted();
  return {
    type: typeOfKey(state.key),
    key: state.key,
    observations: state.observations,
    judgedMs: state.judgement.atMs,
    composites: clusters(state).composites,
    pairs: names.flatMap((a, index) => names.slice(index + 1).map((b) => evidence(state, a, b))),
  };
}
