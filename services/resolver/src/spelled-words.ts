/** Three or more single letters in a row, as speech is written down: "e t h", "o k x". Capitals may have full stops. */
const spelled = /(?=[A-Za-z] [A-Za-z] )(?<![\p{L}\p{N}'’.@-])(?:[A-Za-z] ){2,}[A-Za-z](?![\p{L}\p{N}'’@])/gu;
/** "btc slash usdt", "ada dash usdt": the sign between two symbols as people say it. */
const spokenSign =
  / (?:slash|dash|stroke|hyphen) (?<=(?<![\p{L}\p{N}])[A-Za-z0-9]{2,8} \p{L}+ )(?=(?:usd[tc]?|eur|gbp|btc|eth)(?![\p{L}\p{N}]))/giu;
/** Names of platforms that speech is written down in two words. */
const spokenPlatform = /(?<![\p{L}\p{N}])(b|far) (sky|caster)(?![\p{L}\p{N}])/giu;
/** "naval n a v a l": a word and its spelling. */
const repeated = /(?<![\p{L}\p{N}])([A-Za-z]{3,}) \1(?![\p{L}\p{N}])/giu;

/**
 * Joins words that were spelled letter by letter, and writes spoken signs between symbols as signs: "e t h slash u s d t"
 * becomes "eth/usdt". A word that is spelled after it was said stays once.
 */
export function joinSpelledWords(text: string): string {
  const joined = text.replace(spokenPlatform, '$1$2').replace(spelled, (letters) => letters.replaceAll(' ', ''));
  return (joined === text ? text : joined.replace(repeated, '$1')).replace(spokenSign, '/');
}
