import { LRUCache } from 'lru-cache';
import { cleanText } from '@assay/faults/clean-text';
import type { DataType } from '@assay/catalog/define';
import { parseParams } from '@assay/catalog/params';
import { marketKey } from '@assay/catalog/market';
import { Fault } from '@assay/faults/faults';
import type { QuestionParams } from '@assay/providers/define';
import type { Source } from '../sources/source.ts';

/** What follows from the text of a question and the tables of the providers alone. */
export type KnownQuestion = {
  readonly params: QuestionParams;
  /** The key of its market. */
  readonly key: string;
  /** The sources that cover the question at all. */
  readonly sources: readonly Source[];
};

const maxKnown = 4_096;
/** Longer texts are rare, and remembering them would need much memory. */
const maxLength = 256;
const questions = new WeakMap<readonly Source[], LRUCache<string, KnownQuestion>>();

/**
 * Returns what is known of a question about a type. Equal questions are read once, because most calls repeat one.
 * Throws INVALID_PARAM for parameters that readParams refuses.
 * @param all the sources of the type.
 */
export function knownQuestion(paramsJson: string, type: DataType, all: readonly Source[]): KnownQuestion {
  const ofType = questions.get(all) ?? new LRUCache<string, KnownQuestion>({ max: maxKnown });
  const known = ofType.get(paramsJson);
  if (known !== undefined) {
    return known;
  }
  const params = readParams(paramsJson, type);
  const isAsked = type.notAskedBecause?.(params) === undefined;
  const sources = isAsked ? all.filter(({ adapter }) => adapter.request(params) !== undefined) : [];
  const read = { params, key: marketKey(type, params), sources };
  if (paramsJson.length <= maxLength) {
    questions.set(all, ofType.set(paramsJson, read));
  }
  return read;
}

/** Returns the parameters of a question in their present normal form. Throws INVALID_PARAM unless they are an object of strings that the type takes. */
export function readParams(json: string, type: DataType): QuestionParams {
  let params: unknown;
  try {
    params = JSON.parse(json);
  } catch {
    throw new Fault('INVALID_PARAM', `the parameters of ${type.id} must be a JSON object`);
  }
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw new Fault('INVALID_PARAM', `the parameters of ${type.id} must be a JSON object`);
  }
  for (const [name, value] of Object.entries(params)) {
    if (typeof value !== 'string' || !Object.hasOwn(type.params.shape, name)) {
      throw new Fault('INVALID_PARAM', `${cleanText(name, 64)} is not a parameter of ${type.id} in its normal form`);
    }
  }
  // A watch that is older than a rename, and a gateway of the previous version, still send the former ticker.
  const normal = parseParams(type, params as QuestionParams, type.inferredParams);
  return normal.ok ? normal.params : (params as QuestionParams);
}
