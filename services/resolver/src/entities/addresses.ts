import { base58 } from '@scure/base';
import { isFree, take, type Mention, type Taken } from './mention.ts';

const base58Run = /(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{32,44}(?![A-Za-z0-9])/g;
const foreignPattern =
  /(?<![A-Za-z0-9])(?:0x[0-9a-fA-F]{6,64}|(?:bc1|tb1|ltc1|addr1|cosmos1|osmo1|stars1)[a-z0-9]{8,100}|[13T][1-9A-HJ-NP-Za-km-z]{25,33}|r[1-9A-HJ-NP-Za-km-z]{24,34}|(?:EQ|UQ)[A-Za-z0-9_-]{46})(?![A-Za-z0-9])/g;
const truncatedPattern =
  /(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{3,10}(?:\.{2,3}|…)[1-9A-HJ-NP-Za-km-z]{3,10}(?![A-Za-z0-9])/g;

/** Finds base58 text of exactly 32 bytes. Nothing else is an address, however much it looks like one. */
export function findAddresses(text: string, taken: Taken): Mention[] {
  return claim(text, base58Run, taken, (run) => isAddress(run));
}

/** Whether text is the base58 of exactly 32 bytes. */
export function isAddress(text: string): boolean {
  try {
    return base58.decode(text).length === 32;
  } catch {
    // The library throws for letters outside its alphabet, which is the answer to the question.
    return false;
  }
}

/** Finds other networks' addresses and addresses that were cut short, so that neither is read as something else. */
export function findUnusableAddresses(text: string, taken: Taken): Mention[] {
  const foreign = claim(text, foreignPattern, taken, () => true);
  const short = claim(text, truncatedPattern, taken, (run) => /\d/.test(run) && /[A-Z]/.test(run) && /[a-z]/.test(run));
  return [...foreign, ...short];
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
