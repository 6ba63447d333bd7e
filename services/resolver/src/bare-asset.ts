import type { Catalog } from '@assay/catalog/catalog';
import type { ParsedQuestion } from './entities/parse-question.ts';
import type { Resolution } from './model.ts';

/**
 * Everyday words that clearly mean the asset when they are the whole question. If another everyday word, such as
 * "near", is the whole question, the resolver refuses it, because its meaning is unclear.
 */
const clearAlone: ReadonlySet<string> = new Set(['sol', 'ether']);
/**
 * Confidence, from 0 to 1, of the answer to a question that consists of one asset. Such a question has only one
 * possible meaning, so the resolver does not ask the endpoint about it.
 */
const confidence = 0.99;

/**
 * Returns the resolution of a question that consists only of the name or the ticker of one asset: "btc", "$SOL",
 * "ether?". Such a question asks for the price. Returns undefined for any other question, and when no type of the
 * catalog gives the price of a token alone.
 */
export function resolveBareAsset(parsed: ParsedQuestion, catalog: Catalog): Resolution | undefined {
  const [asset, second] = parsed.entities.assets;
  const type = [...catalog.values()].find(({ params }) => Object.keys(params.shape).join() === 'token');
  if (asset === undefined || second !== undefined || type === undefined) {
    return undefined;
  }
  const { folded } = parsed.question;
  const around = folded.slice(0, asset.start) + folded.slice(asset.end);
  const isClear = asset.strength === 'sure' || clearAlone.has(folded.slice(asset.start, asset.end));
  return isClear && !/[\p{L}\p{N}]/u.test(around)
    ? {
        outcome: 'type',
        type: type.id,
        params: { token: asset.value },
        missing: [],
        confidence,
        candidateProbability: confidence,
      }
    : undefined;
}
