import { currencies, sharedCurrencyNames } from '@assay/catalog/tables/quotes';
import { isFree, take, type Mention, type Taken } from './mention.ts';
import { findNames, indexNames } from './name-index.ts';
import type { Window } from '../words.ts';

/** Stands for a currency whose country was left open. */
export const unclearCurrency = '?';

const codes = new Set(currencies.map(({ code }) => code));
const capitalsOnly = new Set(['TRY', 'RUB', 'CAD', 'ARS']);
const index = indexNames([
  ...currencies.flatMap(({ code, names }) => [
    ...names.filter((name) => /[\p{L}]/u.test(name)).map((name) => ({ name, value: code })),
    ...(capitalsOnly.has(code) ? [] : [{ name: code.toLowerCase(), value: code }]),
  ]),
  ...sharedCurrencyNames.map((name) => ({ name, value: unclearCurrency })),
]);
const signs = new Map(
  currencies.flatMap(({ code, names }) => names.filter((name) => /^[€£¥]$/.test(name)).map((name) => [name, code])),
);

/** Finds currencies that money is counted in: by name, by code and by sign, except the dollar sign, which says nothing. */
export function findCurrencies(text: string, folded: string, windows: readonly Window[], taken: Taken): Mention[] {
  const found = findNames(index, folded, windows, taken);
  for (const match of text.matchAll(/[€£¥]|(?<![A-Za-z])(?:TRY|RUB|CAD|ARS)(?![A-Za-z])/g)) {
    const end = match.index + match[0].length;
    if (isFree(taken, match.index, end)) {
      take(taken, match.index, end);
      found.push({ value: signs.get(match[0]) ?? match[0], start: match.index, end, strength: 'sure' });
    }
  }
  return found;
}

/** Whether a code is one of the currencies known here. */
export function isCurrencyCode(code: string): boolean {
  return codes.has(code);
}
