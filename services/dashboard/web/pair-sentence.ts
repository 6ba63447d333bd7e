import type { PairView } from '../src/api/routes/independence/route.ts';

const claims: Readonly<Record<string, string>> = {
  independent: 'are independent of each other, so they count as two sources',
  shared_upstream: 'have one upstream, so they count as one source',
};
const unknown = 'are not known to be independent, so they count as one source';

/** Returns what a pair has in common at most, as a sentence. Empty while nothing bounds it. */
export function shareSentence(maxShare: number | null): string {
  return maxShare === null
    ? ''
    : `Each contains at most ${Math.ceil(Math.round(maxShare * 10_000) / 10) / 10} % of the other.`;
}

/** Returns what was measured about a pair of providers, as a sentence with its reason. */
export function pairSentence({ a, b, verdict, reason }: Pick<PairView, 'a' | 'b' | 'verdict' | 'reason'>): string {
  const because = reason === '' ? '' : `: ${reason.replace(/\.$/, '')}`;
  return `${a} and ${b} ${claims[verdict] ?? unknown}${because}.`;
}
