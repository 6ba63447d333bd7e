import { fold } from '../question-text.ts';
import { currencies } from '@assay/catalog/tables/quotes';

/** The languages in which names of currencies are known, in addition to the names in the catalog's table. */
const languages =
  'en de fr es pt it nl sv da nb fi pl cs sk hu ro bg uk ru el tr ar fa he hi bn th vi id ms sw tl ja ko zh-Hans zh-Hant'.split(
    ' ',
  );
/** Formatting a currency's name with each of these amounts gives all plural forms of a language. */
const amounts = [1, 2, 5, 1.5];
const minStem = 4;
/** Minimum number of letters of a name in a script without spaces. */
const minUnspaced = 2;
const unspaced = /[\p{Script=Han}\p{Script=Thai}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const minLetters = 3;
/** All codes of real currencies. An endpoint may send any three letters, so only names of these codes are cached. */
const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const known = new Map<string, readonly string[]>();

/**
 * Returns whether a folded text names a currency: by its code, by a word of its name in any of the languages, or by
 * that word with another ending. "Pounds" names GBP, although other countries have pounds too.
 */
export function namesCurrency(code: string, folded: string): boolean {
  const words = folded.match(/[\p{L}\p{M}]+/gu) ?? [];
  return namesOf(code).some((name) =>
    unspaced.test(name)
      ? folded.includes(name) || (name.length > minUnspaced && folded.includes(name.slice(-minUnspaced)))
      : words.some((word) => isSameWord(word, name)),
  );
}

function isSameWord(word: string, name: string): boolean {
  if (word === name) {
    return true;
  }
  const stem = Math.max(minStem, Math.min(name.length, word.length) - 2);
  return Math.min(name.length, word.length) >= minStem && word.slice(0, stem) === name.slice(0, stem);
}

function namesOf(code: string): readonly string[] {
  if (!codes.has(code)) {
    return [];
  }
  const names = known.get(code) ?? readNames(code);
  known.set(code, names);
  return names;
}

function readNames(code: string): readonly string[] {
  const listed = currencies.find((currency) => currency.code === code)?.names ?? [];
  const formatted = languages.flatMap((language) => {
    const format = new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay: 'name' });
    return amounts.flatMap((amount) =>
      format
        .formatToParts(amount)
        .filter(({ type }) => type === 'currency')
        .flatMap(({ value }) => value.split(/[\s.()]+/)),
    );
  });
  const names = new Set([code, ...listed, ...formatted].map((name) => fold(name)));
  const ofDollar = code === 'USD' ? [] : namesOf('USD');
  // "Dollar" alone means the US dollar. To name another country's dollar, the question must contain another word of its
  // name.
  return [...names].filter(
    (name) =>
      name.length >= (unspaced.test(name) ? minUnspaced : minLetters) &&
      !ofDollar.some((other) => isSameWord(name, other)),
  );
}
