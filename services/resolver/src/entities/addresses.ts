import { decodeAddress } from '@assay/catalog/base58';
import { base58 } from '@scure/base';
import { claimMatches, type ClaimedCharacters, type Mention } from './mention.ts';

const foreignBytes = 25;
const base58Run = /(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{32,44}(?![A-Za-z0-9])/g;
const foreignPattern =
  /(?<![A-Za-z0-9])(?:0x[0-9a-fA-F]{4,64}(?:(?:\.{2,3}|…)[0-9a-fA-F]{2,16})?|(?:bc1|tb1|ltc1|addr1|stake1|cosmos1|osmo1|stars1|inj1|sei1|terra1|celestia1|bitcoincash:)[a-z0-9]{6,100}|[13T][1-9A-HJ-NP-Za-km-z]{25,33}|r[1-9A-HJ-NP-Za-km-z]{24,34}|[DL][1-9A-HJ-NP-Za-km-z]{33}|(?:EQ|UQ)[A-Za-z0-9_-]{46})(?![A-Za-z0-9])/g;
/**
 * At least 60 base58 characters. That is about twice the length of an address, so this is a signature or a secret key.
 */
const longRun = /(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{60,100}(?![A-Za-z0-9])/g;
const shortenedPattern =
  /(?<![A-Za-z0-9])(?:[1-9A-HJ-NP-Za-km-z]{3,43}\s?(?:\.{2,6}|…|\*{2,6})(?:\s?[1-9A-HJ-NP-Za-km-z]{3,43})?|(?:\.{2,6}|…)[1-9A-HJ-NP-Za-km-z]{3,43})(?![A-Za-z0-9])/g;
/**
 * A run of letters and digits, including those that base58 excludes. A mistyped address often contains an excluded one:
 * an l, a zero, or a capital O or I.
 */
const brokenRun = /(?<![A-Za-z0-9])[A-Za-z0-9]{16,59}(?![A-Za-z0-9])/g;

/**
 * Matches something that every address, signature or shortened address contains: many letters and digits in a row, or a
 * prefix of another network. Text without a match needs no search.
 */
const addressLike = /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{16}|0x[0-9a-fA-F]{4}|[a-z]1[a-z0-9]{6}|bitcoincash:|\.\.|…|\*\*/;

/** Returns whether a text may contain anything that the functions below find. */
export function mayHaveAddress(text: string): boolean {
  return addressLike.test(text);
}

/** Finds addresses: base58 text of exactly 32 bytes. */
export function findAddresses(text: string, claimed: ClaimedCharacters): Mention[] {
  return runsThat((run) => decodeAddress(run) !== undefined, text, base58Run, claimed);
}

/** Finds addresses of other networks, and signatures, which identify no account. */
export function findForeignAddresses(text: string, claimed: ClaimedCharacters): Mention[] {
  return [...runsThat(isForeign, text, foreignPattern, claimed), ...runsThat(isJumbled, text, longRun, claimed)];
}

/**
 * Finds addresses that were cut short or mistyped. They show that the question means some address, but not which one.
 */
export function findBrokenAddresses(text: string, claimed: ClaimedCharacters): Mention[] {
  const isShortened = (run: string): boolean => isJumbled(run.replace(/[^A-Za-z0-9]/g, ''));
  return [...runsThat(isShortened, text, shortenedPattern, claimed), ...runsThat(isJumbled, text, brokenRun, claimed)];
}

/**
 * Returns whether a run of characters is an address of another network. Base58 addresses of Bitcoin, Litecoin,
 * Dogecoin, Tron and the XRP Ledger have 25 bytes.
 */
function isForeign(run: string): boolean {
  return (
    /^(?:0x|[a-z]+1|bitcoincash:)/.test(run) ||
    (isJumbled(run) && (run.length > 40 || base58.decode(run).length === foreignBytes))
  );
}

/**
 * Returns whether a run of characters mixes digits, capitals and small letters, as random data does and words do not.
 * An AWS key ("AKIA...", "ASIA...") does too, but is no address.
 */
function isJumbled(run: string): boolean {
  return /\d/.test(run) && /[A-Z]/.test(run) && /[a-z]/.test(run) && !/^A[KS]IA/.test(run);
}

/** Claims the matches of a pattern that pass a test. */
function runsThat(
  accept: (run: string) => boolean,
  text: string,
  pattern: RegExp,
  claimed: ClaimedCharacters,
): Mention[] {
  const valueOf = ([run]: RegExpMatchArray): string | undefined => (accept(run) ? run : undefined);
  return claimMatches(text, { pattern, strength: 'sure', valueOf }, claimed);
}
