import { currencies, sharedCurrencyNames } from '@assay/catalog/tables/quotes';
import { claimMatches, type ClaimedCharacters, type Mention } from './mention.ts';
import { findNames, indexNames } from './name-index.ts';
import type { WordWindow } from '../words.ts';

/** The value of a mention whose currency name several countries use, such as "peso". */
export const unclearCurrency = '?';

const codes = new Set(currencies.map(({ code }) => code));
const signPattern = /[€£¥]|(?<![A-Za-z])(?:TRY|RUB|CAD|ARS|RON|SEK|NOK|ILS)(?![A-Za-z])/g;
const capitalsOnly = new Set(['TRY', 'RUB', 'CAD', 'ARS', 'RON', 'SEK', 'NOK', 'ILS']);
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

/** Finds currencies by name, by code and by sign. Skips the dollar sign, because any price may carry it. */
export function findCurrencies(
  text: string,
  folded: string,
  windows: readonly WordWindow[],
  claimed: ClaimedCharacters,
): Mention[] {
  const found = findNames(index, folded, windows, claimed);
  const valueOf = ([sign]: RegExpMatchArray): string => signs.get(sign) ?? sign;
  return [...found, ...claimMatches(text, { pattern: signPattern, strength: 'sure', valueOf }, claimed)];
}

/** Returns whether the table of currencies has this code. */
export function isCurrencyCode(code: string): boolean {
  return codes.has(code);
}
