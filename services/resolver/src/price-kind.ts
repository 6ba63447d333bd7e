import type { Catalog } from '@assay/catalog/catalog';
import type { Reading } from './entities/extract.ts';
import { findPricedAsset } from './fill/assets.ts';

const tokenPrice = 'token.price';
const spotPrice = 'spot.price';
const priceClass = 'price';
const typeNames = [tokenPrice, spotPrice].map((name) => ({
  name,
  pattern: new RegExp(`(?<![\\w.])${name.replace('.', '[._]')}(?![\\w.])`),
}));

/**
 * The class that a type is learned as. The two types that say what something costs are one class, since their
 * questions differ by single words that rules tell apart exactly.
 */
export function classOf(type: string): string {
  return type === tokenPrice || type === spotPrice ? priceClass : type;
}

/** The type of the catalog that a class stands for in a question; undefined where the catalog has none. */
export function typeOfClass(name: string, part: Reading, catalog: Catalog): string | undefined {
  if (name !== priceClass) {
    return catalog.has(name) ? name : undefined;
  }
  const wanted = priceTypeOf(part);
  return [wanted, tokenPrice, spotPrice].find((type) => catalog.has(type));
}

/** A price question is about the spot market when it says so: the word, an exchange, a pair, another currency than USD. */
function priceTypeOf(part: Reading): string {
  const named = typeNames.find(({ name, pattern }) => part.named.get('type') === name || pattern.test(part.masked));
  if (named !== undefined) {
    return named.name;
  }
  const priced = findPricedAsset(part);
  const pair = priced !== undefined && 'asset' in priced && priced.asset.explicitPair;
  return pair || part.cues.has('spot') || part.entities.venues.length > 0 ? spotPrice : tokenPrice;
}
