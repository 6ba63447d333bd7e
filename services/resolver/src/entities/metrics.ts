import { socialMetrics } from '@assay/catalog/tables/social-metrics';
import { createPhraseFinder } from '../phrase-finder.ts';
import type { Word } from '../words.ts';
import type { Mention } from './mention.ts';

const find = createPhraseFinder(
  Object.fromEntries(socialMetrics.map(({ id, words }) => [id, words])) as Record<string, readonly string[]>,
);

/**
 * Finds the social metrics that a question names, in any supported language. The longer of two overlapping phrases
 * wins, as in "follower count" and "following".
 */
export function findMetrics(folded: string, words: readonly Word[]): Mention[] {
  const found: Mention[] = find(folded, words).map(({ kind, start, end }) => ({
    value: kind,
    start,
    end,
    strength: 'sure',
  }));
  return found
    .filter((mention) => !found.some((other) => other !== mention && covers(other, mention)))
    .toSorted((a, b) => a.start - b.start);
}

function covers(outer: Mention, inner: Mention): boolean {
  const longer = outer.end - outer.start > inner.end - inner.start;
  return longer && outer.start < inner.end && inner.start < outer.end;
}
