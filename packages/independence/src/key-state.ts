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

/** All that is learned of one key: from the values of its providers, and from their trades. */
export type MeasuredKeyState = { readonly values: IndependenceState; readonly prints: PrintState };

/** The stored state of one key, as text. */
export type LoadedKeyState = { readonly key: string; readonly state: string };

/** A state to store. A state with a higher format, or with more observations in one format, is the richer one. */
export type StoredKeyState = LoadedKeyState & { readonly format: number; readonly observations: number };

/** States of values before version 8 were stored alone. A higher format is the richer one. */
const formatsPerVersion = 100;

/**
 * Returns the state of a key about which nothing is known.
 * @param minRowMs minimum time between two rows in which the noise of prices is compared, in milliseconds.
 */
export function createKeyState(key: string, minRowMs: number): MeasuredKeyState {
  return { values: createState(key, undefined, minRowMs), prints: createPrintState(key, true) };
}

/** Returns a state as text, with what tells which of two stored states is richer. */
export function storedKeyState({ values, prints }: MeasuredKeyState): StoredKeyState {
  return {
    key: values.key,
    state: packText({ values: serialize(values), prints: storedPrints(prints) }),
    format: values.version * formatsPerVersion + prints.version,
    observations: values.observations + prints.trades,
  };
}

/**
 * Returns the state that `storedKeyState` wrote. A part of another version is replaced by that of `empty`, so that an update
 * which changes what is learned from prices preserves the proofs by trades. Throws when neither part can be read.
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
    // Prices of another version are measured again. Trades that cannot be read either throw below.
  }
  try {
    return { values: values ?? empty.values, prints: loadPrints(read.prints) };
  } catch (error) {
    if (values === undefined) {
      throw error;
    }
    return { values, prints: empty.prints };
  }
}

/** Returns the verdicts on every two providers of a key that answered it or traded on it. */
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
