import type { Segment } from '../segments.ts';
import { wordsOf } from '../words.ts';
import { quoteCoins } from './assets.ts';
import { takesBack } from './corrections.ts';
import { inOrder, type Mention } from './mention.ts';

/** The text between an asset and the coin in which its price is asked. The asset may then be an everyday word. */
const pairing =
  /^\s?(?:[/:-]|to|in|vs?\.?|versus|against|agst|per|mot|do|gegen|contra|contre|face au|до|к)?\s?(?:the |a )?["']?$/u;

/**
 * Drops everyday words that are probably not assets. An everyday word counts as an asset near a word for a price or an
 * exchange, or in a very short question. If another asset is certain, it counts only right before a coin that can be
 * its quote.
 */
export function keepMeantAssets(
  found: readonly Mention[],
  near: readonly Segment[],
  folded: string,
  wordCount: number,
): readonly Mention[] {
  const everyday = found.filter(({ strength }) => strength === 'everyday');
  const certain = found.filter(({ strength }) => strength !== 'everyday');
  if (everyday.length === 0) {
    return found;
  }
  const short = wordCount <= 3;
  const meant = everyday.filter(
    (mention) =>
      certain.some(({ value, start }) => quoteCoins.has(value) && pairing.test(folded.slice(mention.end, start))) ||
      (short && mention.end - mention.start >= 3) ||
      near.some(
        (signal) =>
          (signal.start < mention.start && mention.end < signal.end) ||
          (wordsBetween(folded, signal, mention) <= 3 && (signal.end <= mention.start || mention.end <= signal.start)),
      ),
  );
  if (certain.length === 0) {
    return meant;
  }
  const quoted = meant.filter((mention) =>
    certain.every(
      ({ value, start }) =>
        quoteCoins.has(value) &&
        mention.end <= start &&
        (start - mention.end <= 12 || pairing.test(folded.slice(mention.end, start))),
    ),
  );
  const corrected = everyday.filter(
    ({ start }) =>
      !quoted.some((other) => other.start === start) &&
      certain.some(({ end }) => end <= start && takesBack(folded.slice(end, start))),
  );
  if (corrected.length > 0) {
    return inOrder([...quoted, ...corrected, ...certain]);
  }
  return inOrder(
    [...quoted, ...certain].map((mention) => (quoted.length > 0 ? { ...mention, strength: 'sure' as const } : mention)),
  );
}

function wordsBetween(folded: string, a: { start: number; end: number }, b: { start: number; end: number }): number {
  const between = folded.slice(Math.min(a.end, b.end), Math.max(a.start, b.start));
  return /[.!?\n。？！]/.test(between) ? Number.POSITIVE_INFINITY : wordsOf(between).length;
}
