import { assets } from '@assay/catalog/tables/assets';
import type { QuestionParams } from '@assay/providers/define';
import type { Source } from '../sources/source.ts';

/** Parameters that name an asset of the catalog. */
const assetParams = ['symbol', 'token'] as const;

/**
 * Returns the questions that check a source: first the example, then questions about the assets with which the type is
 * sampled. With `allAssets`, questions about every asset of the catalog follow. Leaves out questions that the source's
 * adapter does not cover.
 */
export function questionsOf(source: Source, allAssets: boolean): readonly QuestionParams[] {
  const { type } = source;
  const example = source.coveredParams ?? (type.params.parse(type.example) as QuestionParams);
  const asset = assetParams.find((name) => Object.hasOwn(type.params.shape, name));
  const sampled = (type.agreement?.samplingParams ?? []).map((params) => type.params.parse(params) as QuestionParams);
  const everyAsset =
    allAssets && asset !== undefined ? assets.map(({ symbol }) => ({ ...example, [asset]: symbol })) : [];
  const covered = [example, ...sampled, ...everyAsset].filter((params) => source.adapter.request(params) !== undefined);
  return [...new Map(covered.map((params) => [JSON.stringify(params), params])).values()];
}

/** Returns the name of a question's subject, such as BTC or Counter-Strike 2. */
export function subjectOf(params: QuestionParams): string {
  return params['symbol'] ?? params['token'] ?? Object.values(params)[0] ?? '';
}
