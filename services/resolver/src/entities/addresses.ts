import { decodeAddress } from '@assay/catalog/base58';
import { base58 } from '@scure/base';
import { isFree, take, type Mention, type Taken } from './mention.ts';

const foreignBytes = 25;
const base58Run = /(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{32,44}(?![A-Za-z0-9])/g;
const foreignPattern =
  /(?<![A-Za-z0-9])(?:0x[0-9a-fA-F]{4,64}(?:(?:\.{2,3}|…)[0-9a-fA-F]{2,16})?|(?:bc1|tb1|ltc1|addr1|stake1|cosmos1|osmo1|stars1|inj1|sei1|terra1|celestia1|bitcoincash:)[a-z0-9]{6,100}|[13T][1-9A-HJ-NP-Za-km-z]{25,33}|r[1-9A-HJ-NP-Za-km-z]{24,34}|[DL][1-9A-HJ-NP-Za-km-z]{33}|(?:EQ|UQ)[A-Za-z0-9_-]{46})(?![A-Za-z0-9])/g;
/** Sixty characters of base58 and more are a signature or a secret key: twice as long as an address. */
const longRun = /(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{60,100}(?![A-Za-z0-9])/g;
const shortenedPattern =
  /(?<![A-Za-z0-9])(?:[1-9A-HJ-NP-Za-km-z]{3,43}\s?(?:\.{2,6}|…|\*{2,6})(?:\s?[1-9A-HJ-NP-Za-km-z]{3,43})?|(?:\.{2,6}|…)[1-9A-HJ-NP-Za-km-z]{3,43})(?![A-Za-z0-9])/g;
/** Not only base58 letters: what was mistyped has an l, a zero or a capital O or I more often than not. */
const brokenRun = /(?<![A-Za-z0-9])[A-Za-z0-9]{16,59}(?![A-Za-z0-9])/g;

/** Finds base58 text of exactly 32 bytes. Nothing else is an address, however much it looks like one. */
export function findAddresses(text: string, taken: Taken): Mention[] {
  return claim(text, base58Run, taken, (run) => decodeAddress(run) !== undefined);
}

/** Finds other networks' addresses, and signatures, which stand for no account of this one. */
export function findForeignAddresses(text: string, taken: Taken): Mention[] {
  return [...claim(text, foreignPattern, taken, isForeign), ...claim(text, longRun, taken, isJumbled)];
}

/** Finds addresses that were cut short or mistyped: somebody means one, and it cannot be told which. */
export function findBrokenAddresses(text: string, taken: Taken): Mention[] {
  const shortened = claim(text, shortenedPattern, taken, (run) => isJumbled(run.replace(/[^A-Za-z0-9]/g, '')));
  return [...shortened, ...claim(text, brokenRun, taken, isJumbled)];
}

/** The base58 addresses of Bitcoin, Litecoin, Dogecoin, Tron and the XRP Ledger all have 25 bytes. */
function isForeign(run: string): boolean {
  return (
    /^(?:0x|[a-z]+1|bitcoincash:)/.test(run) ||
    (isJumbled(run) && (run.length > 40 || base58.decode(run).length === foreignBytes))
  );
}

/** Letters as chance deals them: a word has no digits inside, and a name no capitals. What begins as other services' keys do is a key. */
function isJumbled(run: string): boolean {
  return /\d/.test(run) && /[A-Z]/.test(run) && /[a-z]/.test(run) && !/^A[KS]IA/.test(run);
}

function claim(text: string, pattern: RegExp, taken: Taken, accept: (run: string) => boolean): Mention[] {
  const found: Mention[] = [];
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (isFree(taken, match.index, end) && accept(match[0])) {
      take(taken, match.index, end);
      found.push({ value: match[0], start: match.index, end, strength: 'sure' });
    }
  }
  return found;
}
