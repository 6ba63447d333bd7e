import { LRUCache } from 'lru-cache';
import { cleanText } from '@assay/faults/clean-text';
import type { DataType } from '@assay/catalog/define';
import { parseParams } from '@assay/catalog/params';
import { marketKey } from '@assay/catalog/market';
import { Fault } from '@assay/faults/faults';
import type { QuestionParams } from '@assay/providers/define';
import type { Source } from '../sources/source.ts';

/** What follows from the parameters of a question and the tables of the providers alone. */
export type KnownQuestion = {
  readonly params: QuestionParams;
  /** The same for equal questions only. */
  readonly paramsKey: string;
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
export function knownQuestion(given: QuestionParams, type: DataType, all: readonly Source[]): KnownQuestion {
  const paramsKey = JSON.stringify(given);
  const ofType = questions.get(all) ?? new LRUCache<string, KnownQuestion>({ max: maxKnown });
  const known = ofType.get(paramsKey);
  if (known !== undefined) {
    return known;
  }
  const params = readParams(given, type);
  const isAsked = type.notAskedBecause?.(params) === undefined;
  const sources = isAsked ? all.filter(({ adapter }) => adapter.request(params) !== undefined) : [];
  const read = { params, paramsKey, key: marketKey(type, params), sources };
  if (paramsKey.length <= maxLength) {
    questions.set(all, ofType.set(paramsKey, read));
  }
  return read;
}

/** Returns the parameters of a question in their present normal form. Throws INVALID_PARAM for one that the type does not take. */
export function readParams(given: QuestionParams, type: DataType): QuestionParams {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(type.params.shape, name)) {
      throw new Fault('INVALID_PARAM', `${cleanText(name, 64)} is not a parameter of ${type.id} in its normal form`);
    }
  }
  // A watch that is older than a rename, and a gateway of the previous version, still send the former ticker.
  const normal = parseParams(type, given, type.inferredParams);
  return normal.ok ? normal.params : given;
}
