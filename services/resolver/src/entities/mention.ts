import { matchesOf } from '../matches.ts';

/**
 * An entity found in a question. Its `strength` is `sure` for a name without another meaning, and `typo` for a misspelt
 * name. It is `everyday` for a name that is also an ordinary word. It is `unknown` for a word that looks like a name
 * but is in no table.
 */
export type Mention<Value = string> = {
  readonly value: Value;
  /** Index of the first character in the question. */
  readonly start: number;
  /** Index after the last character. */
  readonly end: number;
  readonly strength: 'sure' | 'typo' | 'everyday' | 'unknown';
};

/**
 * One byte for each character of a question: 1 when a mention has claimed the character. A character belongs to at most
 * one mention.
 */
export type ClaimedCharacters = Uint8Array;

/** Returns whether no character from `start` up to `end` is claimed. */
export function isFree(claimed: ClaimedCharacters, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (claimed[at] === 1) {
      return false;
    }
  }
  return true;
}

/** Marks the characters from `start` up to `end` as claimed. */
export function markClaimed(claimed: ClaimedCharacters, start: number, end: number): void {
  claimed.fill(1, start, end);
}

/** Adds a mention to a list and claims its characters. Does nothing when another mention has claimed one of them. */
export function claim<Found extends Mention<unknown>>(
  found: Found[],
  mention: Found,
  claimed: ClaimedCharacters,
): void {
  if (isFree(claimed, mention.start, mention.end)) {
    markClaimed(claimed, mention.start, mention.end);
    found.push(mention);
  }
}

/** Options of `claimMatches`. */
export type MatchOptions = {
  readonly pattern: RegExp;
  /** Text that every match contains. If it does not occur, the pattern is not tried, which saves time. */
  readonly needed?: string;
  readonly strength: Mention['strength'];
  /** Returns a match's value, or undefined to skip the match. The value is the matched text when absent. */
  readonly valueOf?: (match: RegExpMatchArray) => string | undefined;
};

/** Claims and returns every match of a pattern that overlaps no earlier mention. */
export function claimMatches(text: string, options: MatchOptions, claimed: ClaimedCharacters): Mention[] {
  const { pattern, needed, strength, valueOf = ([matched]) => matched } = options;
  const found: Mention[] = [];
  for (const match of matchesOf(pattern, text, needed)) {
    const value = valueOf(match);
    if (value !== undefined) {
      claim(found, { value, start: match.index, end: match.index + match[0].length, strength }, claimed);
    }
  }
  return found;
}

/** Returns mentions in the order of the text. */
export function inOrder(mentions: readonly Mention[]): Mention[] {
  return mentions.toSorted((a, b) => a.start - b.start);
}
