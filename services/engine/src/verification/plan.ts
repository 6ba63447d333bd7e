import type { Source } from '../sources/source.ts';
import type { PairVerdict } from '@assay/catalog/outcomes';

/** The sources of one call, in the order in which it asks them. */
export type CallPlan = {
  readonly sources: readonly Source[];
  /** Number of good answers that the call waits for: one to deliver, and the others to compare it with. */
  readonly wanted: number;
};

/** Facts about sources, besides their health, that determine the order of a call. */
export type PlanKnowledge = {
  readonly relation: (a: Source, b: Source) => PairVerdict;
  /** Returns whether a source has contradicted the majority and has not agreed with it again since then. */
  readonly isOutlier: (source: Source) => boolean;
};

/**
 * Maximum number of peers. Two peers outvote one wrong answer, even that of the source. A third peer would cost more
 * without changing the result.
 */
const maxPeers = 2;

/**
 * Returns the sources of a type in the order in which a call asks them. They are sorted by health, agreement with the
 * majority, budget, rank, cost and measured latency. A source whose circuit is open, or whose provider refuses us,
 * comes last. It stays in the list, so that the decision shows that the plan considered it.
 */
export function planSources(
  sources: readonly Source[],
  isOutlier: PlanKnowledge['isOutlier'] = () => false,
): readonly Source[] {
  const ranked = sources.map((source) => ({
    source,
    tier: tierOf(source, isOutlier),
    rank: rankOf(source),
    cost: source.adapter.costMicros,
    latency: source.latency.typicalMs(),
  }));
  ranked.sort(
    (a, b) =>
      a.tier - b.tier ||
      a.rank - b.rank ||
      (a.cost < b.cost ? -1 : a.cost > b.cost ? 1 : 0) ||
      a.latency - b.latency ||
      (a.source.provider.id < b.source.provider.id ? -1 : 1),
  );
  return ranked.map(({ source }) => source);
}

/**
 * Plans one call: a source, then its peers, then all other sources. Peers are measured to be independent of the source
 * and of each other. The call begins with the first source that has a peer, because the catalog promises the level that
 * any two sources can reach. If no source has an independent peer, the call still asks a second source. The second
 * answer cannot confirm the first one, but it can contradict it.
 * @param sources the sources that cover the question.
 */
export function planCall(sources: readonly Source[], knowledge: PlanKnowledge): CallPlan {
  const ordered = planSources(sources, knowledge.isOutlier);
  const [first] = ordered;
  if (first === undefined) {
    return { sources: ordered, wanted: 1 };
  }
  const comparable = ordered.filter(
    (source) => source === first || (rankOf(source) === rankOf(first) && tierOf(source, () => false) < circuitOpenTier),
  );
  const chosen = firstGroup(comparable, knowledge) ?? [first];
  const wanted = chosen.length > 1 ? chosen.length : Math.min(2, ordered.length);
  return { sources: [...chosen, ...ordered.filter((source) => !chosen.includes(source))], wanted };
}

/**
 * Returns the first source that has a peer, together with its peers. Peers of later sources are not computed, because
 * this takes time.
 */
function firstGroup(
  comparable: readonly Source[],
  knowledge: Pick<PlanKnowledge, 'relation'>,
): readonly Source[] | undefined {
  for (const source of comparable) {
    const group = withPeers(source, comparable, knowledge);
    if (group.length > 1) {
      return group;
    }
  }
  return undefined;
}

/**
 * Returns a source with its peers. Peers come after it in the order, and are independent of the source and of each
 * other.
 */
function withPeers(
  first: Source,
  comparable: readonly Source[],
  { relation }: Pick<PlanKnowledge, 'relation'>,
): readonly Source[] {
  const group = [first];
  for (const source of comparable.slice(comparable.indexOf(first) + 1)) {
    if (group.length > maxPeers) {
      break;
    }
    if (group.every((member) => relation(member, source) === 'independent')) {
      group.push(source);
    }
  }
  return group;
}

function rankOf({ adapter }: Source): number {
  return adapter.rank ?? 0;
}

const circuitOpenTier = 4;

function tierOf(source: Source, isOutlier: PlanKnowledge['isOutlier']): number {
  const state = source.breaker.state();
  if (state === 'open' || state === 'half_open' || source.usage.denials.isDenied()) {
    return circuitOpenTier;
  }
  if (!source.usage.budget.canTake()) {
    return 3;
  }
  if (isOutlier(source)) {
    return 2;
  }
  return state === 'suspect' ? 1 : 0;
}
