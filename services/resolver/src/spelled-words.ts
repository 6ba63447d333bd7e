/** Three or more single letters in a row, as dictation software writes a spelled word: "e t h", "o k x". */
const spelled = /(?=[A-Za-z] [A-Za-z] )(?<![\p{L}\p{N}'’.@-])(?:[A-Za-z] ){2,}[A-Za-z](?![\p{L}\p{N}'’@])/gu;
/** Matches the spoken name of the sign between two symbols: "btc slash usdt", "ada dash usdt". */
const spokenSign =
  / (?:slash|dash|stroke|hyphen) (?<=(?<![\p{L}\p{N}])[A-Za-z0-9]{2,8} \p{L}+ )(?=(?:usd[tc]?|eur|gbp|btc|eth)(?![\p{L}\p{N}]))/giu;
/** Names of platforms that dictation software writes as two words. */
const spokenPlatform = /(?<![\p{L}\p{N}])(b|far) (sky|caster)(?![\p{L}\p{N}])/giu;
/** A word followed by its spelling: "naval n a v a l". */
const repeated = /(?<![\p{L}\p{N}])([A-Za-z]{3,}) \1(?![\p{L}\p{N}])/giu;

/**
 * Joins words that were spelled letter by letter, and replaces spoken signs between symbols: "e t h slash u s d t"
 * becomes "eth/usdt". If a word is said and then spelled, only one of the two remains.
 */
export function joinSpelledWords(text: string): string {
  const joined = text.replace(spokenPlatform, '$1$2').replace(spelled, (letters) => letters.replaceAll(' ', ''));
  return (joined === text ? text : joined.replace(repeated, '$1')).replace(spokenSign, '/');
}
