import { assetNamesInOtherScripts } from '@assay/catalog/tables/asset-names-in-other-scripts';
import { presentTicker } from '@assay/catalog/renames';
import { assets, everydayAssetWords } from '@assay/catalog/tables/assets';
import { renames } from '@assay/catalog/tables/renames';
import { wordList } from '../data-files.ts';
import { fold } from '../question-text.ts';
import { claim, claimMatches, type ClaimedCharacters, type Mention } from './mention.ts';
import { findMisspelt, findNames, indexNames } from './name-index.ts';
import type { WordWindow } from '../words.ts';
import { matchesOf } from '../matches.ts';

const everyday = new Set(everydayAssetWords.map((word) => fold(word)));
const knownSymbols = new Set([...assets.map(({ symbol }) => symbol), ...renames.map(({ former }) => former)]);
/** Tickers that are also a word or a name in small letters. They count as tickers only in capitals. */
const unindexed: ReadonlySet<string> = new Set(['gal', 'sky']);
/**
 * Single capital letters that usually begin a sentence or label a thing: "token A", "S&P". They rarely name an asset.
 */
const labelLetters: ReadonlySet<string> = new Set(['A', 'S']);

/** All assets by their present and former tickers. A former ticker means the asset that people mean by it today. */
const named = [
  ...assets.map(({ symbol, names }) => ({
    ticker: symbol,
    value: symbol,
    names: [...names, ...(assetNamesInOtherScripts[symbol] ?? [])],
  })),
  ...renames.map(({ former, names = [] }) => ({ ticker: former, value: presentTicker(former), names })),
];

const index = indexNames(
  named.flatMap(({ ticker, value, names }) =>
    [ticker.toLowerCase(), ...names]
      .filter((name) => name.length > 1 && !unindexed.has(name))
      .map((name) => ({ name, value, everyday: everyday.has(fold(name)), spelt: name === ticker.toLowerCase() })),
  ),
);

/** Coins in which other assets are priced. */
export const quoteCoins: ReadonlySet<string> = new Set(['USDT', 'USDC', 'BTC', 'ETH', 'SOL', 'DAI', 'BNB']);

const cashtagPattern = /(?<![\p{L}\p{N}$])\$([A-Za-z][A-Za-z0-9]{0,14})(?![A-Za-z0-9])/gu;
const tickerPattern = /(?<![\p{Script=Latin}\p{N}$.@/-])[A-Z][A-Z0-9]{1,9}(?![\p{Script=Latin}\p{N}@/-]|\s?[:=])/gu;
const namedTokenPattern =
  /(?<![\p{L}\p{N}])([a-z][a-z0-9]{1,14})[\s-]+(?:token|coin|memecoin|altcoin)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:token|coin|memecoin|altcoin)\s+(?:called|named)\s+([a-z][a-z0-9]{1,14})(?![\p{L}\p{N}])/gu;

/** A ticker of one letter. It counts as a ticker only next to certain words: "the W token", "token price for W". */
const letterPattern =
  /(?<![\p{L}\p{N}'’.$])[A-Z](?=\s+(?:token|coin)(?![\p{L}])|\s?\(|\s+(?:at|in|doing|to|trading|worth|price|usd|\$)(?![\p{L}]))|(?<=(?:price|worth|value|cost) (?:of|for) |(?:token|coin) )[A-Z](?![\p{L}\p{N}'’])/gu;

/** Words and abbreviations in capitals that are no crypto ticker, such as currencies and shares. */
const notTickers = new Set(wordList('no-tickers'));

const notTokenNames = new Set(wordList('no-token-names'));

/** Finds assets by name in any language and by ticker. Also claims an unknown word in capitals as a ticker. */
export function findAssets(
  text: string,
  folded: string,
  windows: readonly WordWindow[],
  claimed: ClaimedCharacters,
): Mention[] {
  const shouting = isShouted(text, claimed);
  const named = findNames(index, folded, windows, claimed).map((mention) =>
    mention.strength === 'everyday' && !shouting && isCapitals(text.slice(mention.start, mention.end))
      ? { ...mention, strength: 'sure' as const }
      : mention,
  );
  const unknown = shouting ? [] : [...claimLetters(text, claimed), ...claimTickers(text, claimed)];
  return [...named, ...unknown];
}

/** Finds cashtags such as `$BTC` and `$VLORP`. An amount such as `$100` is no cashtag. */
export function findCashtags(text: string, claimed: ClaimedCharacters): Mention[] {
  const valueOf = ([, ticker = '']: RegExpMatchArray): string => ticker.toUpperCase();
  return claimMatches(text, { pattern: cashtagPattern, needed: '$', strength: 'sure', valueOf }, claimed);
}

/** Finds misspelt names of known assets, and unknown names before or after "token" or "coin". */
export function findLikelyAssets(
  folded: string,
  windows: readonly WordWindow[],
  claimed: ClaimedCharacters,
  aboutMoney: boolean,
): Mention[] {
  const found = findMisspelt(index, windows, claimed, aboutMoney);
  for (const match of matchesOf(namedTokenPattern, folded)) {
    const name = match[1] ?? match[2] ?? '';
    const start = match.index + match[0].indexOf(name);
    if (!notTokenNames.has(name)) {
      claim(found, { value: name.toUpperCase(), start, end: start + name.length, strength: 'unknown' }, claimed);
    }
  }
  return found;
}

/** Returns whether the tables have this ticker, present or former. */
export function isKnownSymbol(symbol: string): boolean {
  return knownSymbols.has(symbol);
}

/** Returns whether a word in capitals is in the list `no-tickers`, whose words are no tickers of crypto assets. */
export function isNoTicker(ticker: string): boolean {
  return notTickers.has(ticker);
}

/** Returns whether all unclaimed letters of a text are capitals. If so, capitals are no sign of a ticker. */
function isShouted(text: string, claimed: ClaimedCharacters): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (claimed[at] === 0 && letter !== letter.toUpperCase()) {
      return false;
    }
  }
  return true;
}

function isCapitals(text: string): boolean {
  return text.length > 1 && text === text.toUpperCase() && text !== text.toLowerCase();
}

function claimTickers(text: string, claimed: ClaimedCharacters): Mention[] {
  const valueOf = ([ticker]: RegExpMatchArray): string | undefined => (notTickers.has(ticker) ? undefined : ticker);
  return claimMatches(text, { pattern: tickerPattern, strength: 'unknown', valueOf }, claimed);
}

function claimLetters(text: string, claimed: ClaimedCharacters): Mention[] {
  const valueOf = ([letter]: RegExpMatchArray): string | undefined =>
    knownSymbols.has(letter) && !labelLetters.has(letter) ? letter : undefined;
  return claimMatches(text, { pattern: letterPattern, strength: 'sure', valueOf }, claimed);
}
