import { clusters } from './clusters.ts';
import { evidence } from './explain.ts';
import type { ProviderObservation } from './observation.ts';
import { observe } from './observe.ts';
import type { ProviderPrint } from './print.ts';
import { deserialize, serialize } from './serialize.ts';
import { createState } from './create-state.ts';
import type { IndependenceState } from './state.ts';
import type { KeyVerdicts } from './verdict-snapshot.ts';

/** The stored state of one key, as text. */
export type LoadedKeyState = { readonly key: string; readonly state: string };

/** A state to store. A state with a higher format, or with more observations in one format, is the richer one. */
export type StoredKeyState = LoadedKeyState & { readonly format: number; readonly observations: number };

/** Learns verdicts from the observations of the admitted keys. */
export type Learner = {
  /** Takes observations. Those of keys that are not admitted are ignored, so that callers cannot make the learner grow. */
  readonly observe: (observations: readonly ProviderObservation[]) => void;
  /** Takes trades of the admitted keys. */
  readonly observePrints: (prints: readonly ProviderPrint[]) => void;
  /**
   * Admits keys with their stored states, which replace what the learner knows of them. A key without a stored state starts
   * empty. Returns the keys whose state cannot be read; they start empty too.
   */
  readonly admit: (keys: readonly AdmittedKey[]) => readonly string[];
  /** Forgets keys. Their states are among the next changed ones if they changed. */
  readonly release: (keys: readonly string[]) => void;
  /** Returns the verdicts of the keys that were judged since the last call. */
  readonly freshVerdicts: () => KeyVerdicts[];
  /** Returns the states that changed since the last call. */
  readonly changedStates: () => StoredKeyState[];
};

/** A key to learn. `state` is absent when none is stored. */
export type AdmittedKey = { readonly key: string; readonly state?: string | undefined };

/** Returns the type of a key: the part before its first colon. */
export function typeOfKey(key: string): string {
  const end = key.indexOf(':');
  return end === -1 ? key : key.slice(0, end);
}

/**
 * Creates a learner without any key.
 * @param minRowMs minimum time between two rows in which the noise of prices is compared, in milliseconds.
 */
export function createLearner(minRowMs: number): Learner {
  const states = new Map<string, IndependenceState>();
  const dirty = new Set<string>();
  let leaving: StoredKeyState[] = [];
  const reportedAtMs = new Map<string, number>();
  const forget = (key: string): void => {
    states.delete(key);
    dirty.delete(key);
    reportedAtMs.delete(key);
  };
  return {
    observe: (observations) => {
      for (const observation of observations) {
        const state = states.get(observation.key);
        if (state !== undefined && observe(state, observation)) {
          dirty.add(observation.key);
        }
      }
    },
    observePrints: (prints) => {
      prints.filter(({ key }) => states.has(key)).forEach(({ key }) => dirty.add(key));
    },
    admit: (keys) =>
      keys.flatMap(({ key, state }) => {
        forget(key);
        const read = state === undefined ? undefined : readState(state);
        states.set(key, read ?? createState(key, undefined, minRowMs));
        return state !== undefined && read === undefined ? [key] : [];
      }),
    release: (keys) => {
      for (const key of keys) {
        const state = states.get(key);
        leaving = state !== undefined && dirty.has(key) ? [...leaving, storedOf(state)] : leaving;
        forget(key);
      }
    },
    freshVerdicts: () => {
      const fresh = [...states.values()].filter(
        ({ key, judgement }) => judgement.atMs > 0 && reportedAtMs.get(key) !== judgement.atMs,
      );
      fresh.forEach(({ key, judgement }) => reportedAtMs.set(key, judgement.atMs));
      return fresh.map(verdictsOfState);
    },
    changedStates: () => {
      const changed = [...dirty].flatMap((key) => {
        const state = states.get(key);
        return state === undefined ? [] : [storedOf(state)];
      });
      const stored = [...leaving, ...changed];
      dirty.clear();
      leaving = [];
      return stored;
    },
  };
}

/** Returns undefined for a state of another version. The learner starts its key again. */
function readState(text: string): IndependenceState | undefined {
  try {
    return deserialize(text);
  } catch {
    // The caller reports the key.
    return undefined;
  }
}

function storedOf(state: IndependenceState): StoredKeyState {
  return { key: state.key, state: serialize(state), format: state.version, observations: state.observations };
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
