import type { Catalog } from '@assay/catalog/catalog';
import type { ParsedQuestion } from './entities/parse-question.ts';
import type { Resolution } from './model.ts';

/** Everyday words that mean their asset when nothing else was written. Other everyday words, such as "near", stay unclear. */
const clearAlone: ReadonlySet<string> = new Set(['sol', 'ether']);
/** A question of one asset leaves no room for another reading, so no second model is asked about it. */
const confidence = 0.99;

/**
 * Returns the resolution of a question that is nothing but the name or the ticker of one asset: "btc", "$SOL", "ether?". It
 * asks for the price. Undefined for any other question, and without a type that prices a token alone.
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
