import { renames } from './tables/renames.ts';

const byFormer = new Map(renames.map((rename) => [rename.former, rename]));

/** Returns the present ticker of an asset that only its ticker changed. Any other ticker is returned as it is. */
export function presentTicker(ticker: string): string {
  const rename = byFormer.get(ticker);
  return rename?.presentPerFormer === '1' ? rename.present : ticker;
}

/** Whether a ticker is one that an asset had before. */
export function isFormerTicker(ticker: string): boolean {
  return byFormer.has(ticker);
}

/**
 * Returns why an asset that was exchanged for another one at a ratio is not priced, for a caller. Undefined for any other ticker.
 */
export function exchangedReason(ticker: string): string | undefined {
  const rename = byFormer.get(ticker);
  return rename === undefined || rename.presentPerFormer === '1'
    ? undefined
    : `${rename.former} became ${rename.present} on ${rename.on}, at ${rename.presentPerFormer} ${rename.present} for one ${rename.former}; ask for ${rename.present}`;
}
