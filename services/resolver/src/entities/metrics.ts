import { socialMetrics } from '@assay/catalog/tables/social-metrics';
import { phraseFinder } from '../phrases.ts';
import type { Word } from '../words.ts';
import type { Mention } from './mention.ts';

const find = phraseFinder(
  Object.fromEntries(socialMetrics.map(({ id, words }) => [id, words])) as Record<string, readonly string[]>,
);

/**
 * Finds what of a profile is to be counted, in any of the languages. Where words of two metrics overlap ("follower
 * count", "following") the longer words win.
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
