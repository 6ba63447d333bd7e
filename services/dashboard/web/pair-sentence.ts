import type { PairVerdict } from '@assay/catalog/outcomes';
import type { PairView } from '../src/api/routes/independence/route.ts';

const claims: Readonly<Record<string, string>> = {
  independent: 'are independent of each other, so they count as two sources',
  shared_upstream: 'have one upstream, so they count as one source',
} satisfies Record<Exclude<PairVerdict, 'unknown'>, string>;
const unknown = 'are not known to be independent, so they count as one source';

/** Returns a sentence with the largest share that two providers may have in common. Empty while no bound is known. */
export function shareSentence(maxShare: number | null): string {
  return maxShare === null
    ? ''
    : `Each contains at most ${Math.ceil(Math.round(maxShare * 10_000) / 10) / 10} % of the other.`;
}

/** Returns a sentence with the verdict on a pair of providers and its reason. */
export function pairSentence({ a, b, verdict, reason }: Pick<PairView, 'a' | 'b' | 'verdict' | 'reason'>): string {
  const because = reason === '' ? '' : `: ${reason.replace(/\.$/, '')}`;
  return `${a} and ${b} ${claims[verdict] ?? unknown}${because}.`;
}
