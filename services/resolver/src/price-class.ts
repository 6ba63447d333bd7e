import type { Catalog } from '@assay/catalog/catalog';
import type { ParsedQuestion } from './entities/parse-question.ts';
import { findPricedAsset } from './fill/assets.ts';

const tokenPrice = 'token.price';
const spotPrice = 'spot.price';
const priceClass = 'price';
const typeNames = [tokenPrice, spotPrice].map((name) => ({
  name,
  pattern: new RegExp(`(?<![\\w.])${name.replace('.', '[._]')}(?![\\w.])`),
}));

/**
 * Returns the class that the classifier learns for a type. Both price types are one class, because only single words
 * distinguish them, and rules recognise these words exactly.
 */
export function classOf(type: string): string {
  return type === tokenPrice || type === spotPrice ? priceClass : type;
}

/** Returns the data types of a catalog that have no class in the model. The model never answers with them. */
export function typesWithoutClass(catalog: Catalog, classes: readonly string[]): string[] {
  return [...catalog.keys()].filter((type) => !classes.includes(classOf(type)));
}

/**
 * Returns the type that a class stands for in this question. Returns undefined if the catalog does not contain the
 * type.
 */
export function typeOfClass(name: string, part: ParsedQuestion, catalog: Catalog): string | undefined {
  if (name !== priceClass) {
    return catalog.has(name) ? name : undefined;
  }
  const wanted = priceTypeOf(part);
  return [wanted, tokenPrice, spotPrice].find((type) => catalog.has(type));
}

/**
 * Returns the price type of a question. It is the spot price if the question contains the word "spot", an exchange, a
 * pair or a currency other than USD.
 */
function priceTypeOf(part: ParsedQuestion): string {
  const named = typeNames.find(({ name, pattern }) => part.named.get('type') === name || pattern.test(part.masked));
  if (named !== undefined) {
    return named.name;
  }
  const priced = findPricedAsset(part);
  const pair = priced !== undefined && 'asset' in priced && priced.asset.explicitPair;
  return pair || part.signals.has('spot') || part.entities.venues.length > 0 ? spotPrice : tokenPrice;
}
