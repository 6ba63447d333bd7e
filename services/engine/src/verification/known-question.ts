import { LRUCache } from 'lru-cache';
import { cleanText } from '@assay/faults/clean-text';
import type { DataType } from '@assay/catalog/define';
import { parseParams } from '@assay/catalog/params';
import { marketKey } from '@assay/catalog/market';
import { Fault } from '@assay/faults/faults';
import type { QuestionParams } from '@assay/providers/define';
import type { Source } from '../sources/source.ts';

/** The facts about a question that depend only on its parameters and the providers' tables. */
export type KnownQuestion = {
  readonly params: QuestionParams;
  /** A text that identifies the parameters: only equal questions have equal texts. */
  readonly paramsKey: string;
  /** The key of the market that the question is about. */
  readonly key: string;
  /** The sources that cover the question. */
  readonly sources: readonly Source[];
};

const maxKnown = 4_096;
/**
 * Maximum length, in characters, of parameters that are cached. Longer ones are rare, and caching them would need much
 * memory.
 */
const maxLength = 256;
const questions = new WeakMap<readonly Source[], LRUCache<string, KnownQuestion>>();

/**
 * Returns the facts about a question of a type. The facts of equal questions are computed once and cached, because most
 * calls repeat a question. Throws INVALID_PARAM for parameters that readParams refuses.
 * @param all the sources of the type.
 */
export function knownQuestion(rawParams: QuestionParams, type: DataType, all: readonly Source[]): KnownQuestion {
  const paramsKey = JSON.stringify(rawParams);
  const ofType = questions.get(all) ?? new LRUCache<string, KnownQuestion>({ max: maxKnown });
  const known = ofType.get(paramsKey);
  if (known !== undefined) {
    return known;
  }
  const params = readParams(rawParams, type);
  const isAsked = type.notAskedBecause?.(params) === undefined;
  const sources = isAsked ? all.filter(({ adapter }) => adapter.request(params) !== undefined) : [];
  const read = { params, paramsKey, key: marketKey(type, params), sources };
  if (paramsKey.length <= maxLength) {
    questions.set(all, ofType.set(paramsKey, read));
  }
  return read;
}

/**
 * Returns the parameters of a question in their present normal form. Throws INVALID_PARAM for a parameter that the type
 * does not have.
 */
export function readParams(rawParams: QuestionParams, type: DataType): QuestionParams {
  for (const name of Object.keys(rawParams)) {
    if (!Object.hasOwn(type.params.shape, name)) {
      throw new Fault('INVALID_PARAM', `${cleanText(name, 64)} is not a parameter of ${type.id} in its normal form`);
    }
  }
  // A watch that is older than the renaming of a ticker still sends the former ticker, and so may a gateway of the
  // previous version. This call replaces it by the present one.
  const normal = parseParams(type, rawParams, type.inferredParams);
  return normal.ok ? normal.params : rawParams;
}
