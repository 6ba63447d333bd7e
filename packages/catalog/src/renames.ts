import { renames } from './tables/renames.ts';

const byFormer = new Map(renames.map((rename) => [rename.former, rename]));

/**
 * Returns the present ticker of an asset that was renamed without any other change. Returns any other ticker unchanged.
 */
export function presentTicker(ticker: string): string {
  const rename = byFormer.get(ticker);
  return rename?.presentPerFormer === '1' ? rename.present : ticker;
}

/** Returns whether a ticker formerly belonged to an asset that was renamed or exchanged for another one. */
export function isFormerTicker(ticker: string): boolean {
  return byFormer.has(ticker);
}

/**
 * Returns why an asset has no price, as text for a caller: its holders exchanged it for another asset at a ratio other
 * than one. Undefined for a ticker to which this did not happen.
 */
export function exchangedReason(ticker: string): string | undefined {
  const rename = byFormer.get(ticker);
  return rename === undefined || rename.presentPerFormer === '1'
    ? undefined
    : `${rename.former} became ${rename.present} on ${rename.on}, at ${rename.presentPerFormer} ${rename.present} for one ${rename.former}; ask for ${rename.present}`;
}
