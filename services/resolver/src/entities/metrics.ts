import { socialMetrics } from '@assay/catalog/tables/social-metrics';
import { createPhraseFinder } from '../phrase-finder.ts';
import type { Word } from '../words.ts';
import type { Mention } from './mention.ts';

const find = createPhraseFinder(
  Object.fromEntries(socialMetrics.map(({ id, words }) => [id, words])) as Record<string, readonly string[]>,
);

/**
 * In "its following" and "the number following it", the word means followers. In "the following count", it does not.
 */
const followersBefore =
  /(?<![\p{L}])(?:the|its|his|her|their|biggest|largest|big|large|number|peoples?|users|folks|how many)\s+(?:are\s+)?$/u;
const countAfter = /^\s+(?:count|number|total|list)/u;

/**
 * Finds the social metrics that a question names, in any supported language. If a phrase contains another one, only the
 * longer one counts.
 */
export function findMetrics(folded: string, words: readonly Word[]): Mention[] {
  const found: Mention[] = find(folded, words).map(({ kind, start, end }) => ({
    value: kind === 'following' && meansFollowers(folded, start, end) ? 'followers' : kind,
    start,
    end,
    strength: 'sure',
  }));
  return found
    .filter((mention) => !found.some((other) => other !== mention && covers(other, mention)))
    .toSorted((a, b) => a.start - b.start);
}

function meansFollowers(folded: string, start: number, end: number): boolean {
  return (
    folded.slice(start, end) === 'following' &&
    followersBefore.test(folded.slice(Math.max(0, start - 20), start)) &&
    !countAfter.test(folded.slice(end, end + 10))
  );
}

function covers(outer: Mention, inner: Mention): boolean {
  const longer = outer.end - outer.start > inner.end - inner.start;
  return longer && outer.start < inner.end && inner.start < outer.end;
}
