import type { PairVerdict } from '@assay/catalog/outcomes';
import type { PairView } from '../src/api/routes/independence/route.ts';

const claims: Readonly<Record<string, string>> = {
  independent: 'count as two sources',
  shared_upstream: 'count as one source, because they have one upstream',
} satisfies Record<Exclude<PairVerdict, 'unknown'>, string>;
const unknown = 'count as one source, because their independence is not proven';

/** What is known of a pair of providers. */
type KnownPair = Pick<PairView, 'a' | 'b' | 'verdict' | 'reason' | 'maxShare'>;

/**
 * Returns one sentence that says whether a pair of providers counts as one or two sources, and why. It contains the
 * bound: the largest share that the two may have in common. Some reasons contain the bound already, and the sentence
 * does not repeat it.
 */
export function pairSentence(pair: KnownPair): string {
  const { a, b, verdict } = pair;
  const because = whyOf(pair);
  return `${a} and ${b} ${claims[verdict] ?? unknown}${because === '' ? '' : `: ${because}`}.`;
}

/** Returns the reason for a verdict and its bound, without the names. Empty when neither is known. */
function whyOf({ reason, maxShare }: Pick<KnownPair, 'reason' | 'maxShare'>): string {
  const bound = maxShare === null || / at most [\d.]+ %/.test(reason) ? '' : boundText(maxShare);
  // The engine puts the measured asset before its reason, such as "spot.price:BTC: ".
  const text = reason.replace(/\.$/, '').replace(/^([\w.]+:[\w-]+): /, 'on $1, ');
  return [text, bound].filter((part) => part !== '').join('; ');
}

function boundText(maxShare: number): string {
  return `each contains at most ${Math.ceil(Math.round(maxShare * 10_000) / 10) / 10} % of the other`;
}

/**
 * Returns sentences about the providers that do not count as sources of their own: groups with one upstream, and
 * aggregators with the providers that they contain.
 * @param pairs the pairs of the shown asset.
 */
export function sharedSentences(
  type: { readonly clusters: readonly (readonly string[])[]; readonly composites: readonly string[] },
  pairs: readonly Pick<PairView, 'a' | 'b' | 'verdict'>[],
): readonly string[] {
  const groups = type.clusters.filter((providers) => providers.length > 1);
  const shared = groups.map((providers) => `${listOf(providers)} have one upstream.`);
  const aggregators = type.composites.map((name) => {
    const group = groups.find((providers) => providers.includes(name)) ?? [];
    const contained = pairs
      .filter(({ a, b, verdict }) => verdict === 'shared_upstream' && (a === name || b === name))
      .map(({ a, b }) => (a === name ? b : a))
      .filter((other) => !group.includes(other));
    return contained.length === 0
      ? `${name} is an aggregator: it combines several upstreams.`
      : `${name} is an aggregator, and shares an upstream with ${listOf(contained)}.`;
  });
  return shared.length + aggregators.length === 0
    ? ['No two providers are known to have one upstream.']
    : [...shared, ...aggregators];
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
