import { clusters } from './clusters.ts';
import { evidence } from './explain.ts';
import type { ProviderObservation } from './observation.ts';
import { observe } from './observe.ts';
import { deserialize, serialize } from './serialize.ts';
import { createState } from './create-state.ts';
import type { IndependenceState } from './state.ts';
import type { KeyVerdicts } from './verdict-snapshot.ts';

/** The stored state of one key. */
export type StoredKeyState = { readonly key: string; readonly state: string };

/** Learns verdicts from the observations of many keys. */
export type Learner = {
  readonly observe: (observations: readonly ProviderObservation[]) => void;
  /** Returns the verdicts of the keys that were judged since the last call. */
  readonly freshVerdicts: () => KeyVerdicts[];
  /** Returns the states that changed since the last call. */
  readonly changedStates: () => StoredKeyState[];
  /** Replaces the states of the stored keys. Returns the keys whose state cannot be read, and leaves those out. */
  readonly load: (stored: readonly StoredKeyState[]) => readonly string[];
};

/** Returns the type of a key: the part before its first colon. */
export function typeOfKey(key: string): string {
  return key.split(':', 1)[0] ?? key;
}

/**
 * Creates a learner without any state.
 * @param maxKeys maximum number of keys. A new key beyond it replaces the least recently observed one.
 * @param minRowMs minimum time between two rows in which the noise of prices is compared, in milliseconds.
 */
export function createLearner(maxKeys: number, minRowMs: number): Learner {
  const states = new Map<string, IndependenceState>();
  const dirty = new Set<string>();
  const reportedAtMs = new Map<string, number>();

  const stateOf = (key: string): IndependenceState => {
    const known = states.get(key);
    if (known !== undefined) {
      // Inserting the key again keeps the map in the order of observation, so that the first entry is the oldest.
      states.delete(key);
      states.set(key, known);
      return known;
    }
    if (states.size >= maxKeys) {
      const [oldest = ''] = states.keys();
      states.delete(oldest);
      reportedAtMs.delete(oldest);
      dirty.delete(oldest);
    }
    const made = createState(key, undefined, minRowMs);
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
          // The state is of another version. The learner starts this key again.
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
