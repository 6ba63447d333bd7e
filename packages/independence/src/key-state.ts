import { clusters } from './verdicts/clusters.ts';
import { combinedEvidence } from './verdicts/combine-evidence.ts';
import { createState } from './create-state.ts';
import { evidence } from './verdicts/explain.ts';
import { ownPrints, printEvidence } from './prints/explain-prints.ts';
import { createPrintState, type PrintState } from './prints/print-state.ts';
import { loadPrints, storedPrints } from './prints/store-prints.ts';
import { deserialize, packText, serialize, unpackText } from './serialize.ts';
import type { IndependenceState } from './state.ts';
import { typeOfKey } from './type-of-key.ts';
import type { KeyVerdicts } from './verdicts/verdict-snapshot.ts';

/**
 * Everything that the measurement has learned about one key, from the values of its providers and from their trades.
 */
export type MeasuredKeyState = { readonly values: IndependenceState; readonly prints: PrintState };

/** The stored state of one key, as text. */
export type LoadedKeyState = { readonly key: string; readonly state: string };

/**
 * A state to store. Of two states of a key, the richer one has the higher format, or in the same format more
 * observations.
 */
export type StoredKeyState = LoadedKeyState & { readonly format: number; readonly observations: number };

/**
 * Factor that combines the two version numbers, of the values and of the trades, into one format number. States from
 * before version 8 have no trades, and their format is the version of the values alone.
 */
const formatsPerVersion = 100;

/** What the measurement knows about the sources in advance. */
export type MeasuringOptions = {
  /** Minimum time, in milliseconds, between two rows in which the noise of prices is compared. */
  readonly minRowMs: number;
  /**
   * Whether trades may prove a pair before its records cover delays beyond 10 s. This is right only for sources that
   * are known to relay sooner, such as those of the sandbox.
   */
  readonly provesEarly: boolean;
};

/** Returns the state of a key about which nothing is known. */
export function createKeyState(key: string, { minRowMs, provesEarly }: MeasuringOptions): MeasuredKeyState {
  return { values: createState(key, undefined, minRowMs), prints: createPrintState(key, provesEarly) };
}

/** Returns a state as text, with the numbers that decide which of two stored states is richer. */
export function storedKeyState({ values, prints }: MeasuredKeyState): StoredKeyState {
  return {
    key: values.key,
    state: packText({ values: serialize(values), prints: storedPrints(prints) }),
    format: values.version * formatsPerVersion + prints.version,
    observations: values.observations + prints.trades,
  };
}

/**
 * Returns the state that `storedKeyState` wrote. If one of its two parts has another version, the same part of `empty`
 * replaces it. So a new version of the values preserves the proofs by trades. Throws when neither part can be read.
 */
export function readKeyState(text: string, empty: MeasuredKeyState): MeasuredKeyState {
  const read = unpackText(text);
  if (typeof read !== 'object' || read === null || !('values' in read) || !('prints' in read)) {
    throw new Error('this text is not the state of a measured key');
  }
  let values: IndependenceState | undefined;
  try {
    values = deserialize(String(read.values));
  } catch {
    // Prices of another version are measured again. If the trades cannot be read either, the next statement throws.
  }
  try {
    return { values: values ?? empty.values, prints: loadPrints(read.prints, empty.prints.provesEarly) };
  } catch (error) {
    if (values === undefined) {
      throw error;
    }
    return { values, prints: empty.prints };
  }
}

/** Returns the verdict on each pair of a key's providers, which answered for the key or traded on it. */
export function keyVerdicts({ values, prints }: MeasuredKeyState): KeyVerdicts {
  const known = [...values.providers, ...prints.providers].map(({ name }) => name);
  const names = [...new Set(known)].toSorted();
  return {
    type: typeOfKey(values.key),
    key: values.key,
    observations: values.observations + prints.trades,
    judgedMs: Math.max(values.judgement.atMs, prints.judgement.atMs),
    composites: clusters(values).composites,
    ownPrints: ownPrints(prints),
    pairs: names.flatMap((a, index) =>
      names.slice(index + 1).map((b) => combinedEvidence(evidence(values, a, b), printEvidence(prints, a, b))),
    ),
  };
}
