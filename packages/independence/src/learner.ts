import type { ProviderObservation } from './observation.ts';
import { observe } from './observe.ts';
import {
  createKeyState,
  keyVerdicts,
  readKeyState,
  storedKeyState,
  type MeasuredKeyState,
  type MeasuringOptions,
  type StoredKeyState,
} from './key-state.ts';
import type { ProviderPrint } from './print.ts';
import { judgePrints } from './prints/judge-prints.ts';
import { observePrint } from './prints/observe-print.ts';
import type { KeyVerdicts } from './verdicts/verdict-snapshot.ts';

/** Learns verdicts from the observations of the admitted keys. */
export type Learner = {
  /**
   * Takes observations. It ignores observations of keys that are not admitted, so that callers cannot make the learner
   * grow.
   */
  readonly observe: (observations: readonly ProviderObservation[]) => void;
  /** Takes trades of the admitted keys. */
  readonly observePrints: (prints: readonly ProviderPrint[]) => void;
  /**
   * Admits keys. Their stored states replace what the learner knows about them. A key without a stored state starts
   * empty. Returns the keys whose stored state cannot be read, which start empty too.
   */
  readonly admit: (keys: readonly AdmittedKey[]) => readonly string[];
  /** Forgets keys. The next `changedStates` still returns their states if they changed. */
  readonly release: (keys: readonly string[]) => void;
  /** Returns the verdicts of the keys that were judged since the last call. */
  readonly freshVerdicts: () => KeyVerdicts[];
  /** Returns the states that changed since the last call. */
  readonly changedStates: () => StoredKeyState[];
};

type OnUnexpected = (source: string, error: unknown) => void;

function attempt(onUnexpected: OnUnexpected, source: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    onUnexpected(source, error);
  }
}

/** A key to learn. `state` is absent when no state is stored. */
export type AdmittedKey = { readonly key: string; readonly state?: string | undefined };

/**
 * Creates a learner without keys.
 *
 * @param onUnexpected takes an unexpected error and the name of its source. The learner skips only the item that caused
 * it.
 */
export function createLearner(
  options: MeasuringOptions,
  onUnexpected: OnUnexpected = (_source, error) => {
    throw error;
  },
): Learner {
  const states = new Map<string, MeasuredKeyState>();
  const dirty = new Set<string>();
  let leaving: StoredKeyState[] = [];
  const reportedAtMs = new Map<string, number>();
  const forget = (key: string): void => {
    states.delete(key);
    dirty.delete(key);
    reportedAtMs.delete(key);
  };
  const learn = (
    { provider, key }: { readonly provider: string; readonly key: string },
    take: (state: MeasuredKeyState) => boolean,
  ): void =>
    attempt(onUnexpected, provider, () => {
      const state = states.get(key);
      if (state !== undefined && take(state)) {
        dirty.add(key);
      }
    });
  return {
    observe: (observations) => {
      observations.forEach((observation) => learn(observation, (state) => observe(state.values, observation)));
    },
    observePrints: (prints) => {
      prints.forEach((print) => learn(print, (state) => observePrint(state.prints, print)));
    },
    admit: (keys) =>
      keys.flatMap(({ key, state }) => {
        forget(key);
        const empty = createKeyState(key, options);
        const read = state === undefined ? undefined : readState(state, empty);
        states.set(key, read ?? empty);
        return state !== undefined && read === undefined ? [key] : [];
      }),
    release: (keys) => {
      for (const key of keys) {
        const state = states.get(key);
        leaving = state !== undefined && dirty.has(key) ? [...leaving, storedKeyState(state)] : leaving;
        forget(key);
      }
    },
    freshVerdicts: () => {
      states.forEach(({ prints }, key) => attempt(onUnexpected, key, () => judgePrints(prints)));
      const fresh = [...states].filter(([key, state]) => {
        const atMs = judgedAtMs(state);
        return atMs > 0 && reportedAtMs.get(key) !== atMs;
      });
      fresh.forEach(([key, state]) => reportedAtMs.set(key, judgedAtMs(state)));
      return fresh.map(([, state]) => keyVerdicts(state));
    },
    changedStates: () => {
      const changed = [...dirty].flatMap((key) => {
        const state = states.get(key);
        return state === undefined ? [] : [storedKeyState(state)];
      });
      const stored = [...leaving, ...changed];
      dirty.clear();
      leaving = [];
      return stored;
    },
  };
}

/**
 * Reads a stored state. Returns undefined for a state of another version; the learner then starts the key with an empty
 * state.
 */
function readState(text: string, empty: MeasuredKeyState): MeasuredKeyState | undefined {
  try {
    return readKeyState(text, empty);
  } catch {
    // The caller reports the key whose state cannot be read.
    return undefined;
  }
}

/**
 * Returns when the values or the trades of a key were last judged, in milliseconds since the Unix epoch. Returns 0
 * before the first judgement.
 */
function judgedAtMs({ values, prints }: MeasuredKeyState): number {
  return Math.max(values.judgement.atMs, prints.judgement.atMs);
}
