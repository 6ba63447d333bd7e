import type { Source } from '../sources/source.ts';
import type { Relation } from './levels.ts';

/** One source to consult. */
export type Step = { readonly source: Source };

/** Which sources a call consults, in order, and how many good answers it begins with. */
export type Plan = {
  readonly steps: readonly Step[];
  /** One for the answer and the rest to compare it with. */
  readonly wanted: number;
};

/** What is known of sources besides their health. */
export type Knowledge = {
  readonly relation: (a: Source, b: Source) => Relation;
  /** Whether a source contradicted the majority and has not come back to it yet. */
  readonly strayed: (source: Source) => boolean;
};

/** Two peers outvote one that is wrong, be it the source itself; a third would cost more and decide nothing else. */
const mostPeers = 2;

/**
 * The sources of a type in the order in which they are asked: healthy first, then those that do not stray, within budget,
 * closest to what was asked, cheapest, fastest as measured. A source whose circuit is open comes last rather than not at
 * all, so that the decision shows that it was thought of.
 */
export function planSources(sources: readonly Source[], strayed: Knowledge['strayed'] = () => false): Step[] {
  const ranked = sources.map((source) => ({
    step: { source },
    tier: tierOf(source, strayed),
    rank: source.answer.rank ?? 0,
    cost: source.answer.costMicros,
    latency: source.latency.typicalMs(),
  }));
  ranked.sort(
    (a, b) =>
      a.tier - b.tier ||
      a.rank - b.rank ||
      (a.cost < b.cost ? -1 : a.cost > b.cost ? 1 : 0) ||
      a.latency - b.latency ||
      (a.step.source.provider.id < b.step.source.provider.id ? -1 : 1),
  );
  return ranked.map(({ step }) => step);
}

/**
 * Puts behind the source the peers that are measured to be independent of it and of each other. The source is the first that
 * has such a peer, since the catalog promises what any two can do. Where none has, one other source is asked all the same:
 * it cannot confirm, but a contradiction counts whoever makes it.
 * @param answerable whether a source can be asked about this at all.
 */
export function planCall(
  sources: readonly Source[],
  knowledge: Knowledge,
  answerable: (source: Source) => boolean,
): Plan {
  const steps = planSources(sources.filter(answerable), knowledge.strayed);
  const [first] = steps;
  if (first === undefined) {
    return { steps, wanted: 1 };
  }
  const alike = steps.filter(
    (step) =>
      step === first ||
      ((step.source.answer.rank ?? 0) === (first.source.answer.rank ?? 0) &&
        tierOf(step.source, () => false) < circuitOpenTier),
  );
  const chosen = alike.map((step) => withPeers(step, alike, knowledge)).find((group) => group.length > 1) ?? [first];
  const wanted = chosen.length > 1 ? chosen.length : Math.min(2, steps.length);
  return { steps: [...chosen, ...steps.filter((step) => !chosen.includes(step))], wanted };
}

/** A step, and those behind it in the order that every two of them are measured to be independent. */
function withPeers(lead: Step, alike: readonly Step[], { relation }: Knowledge): readonly Step[] {
  const group = [lead];
  for (const step of alike.slice(alike.indexOf(lead) + 1)) {
    if (group.length > mostPeers) {
      break;
    }
    if (group.every(({ source }) => relation(source, step.source) === 'independent')) {
      group.push(step);
    }
  }
  return group;
}

const circuitOpenTier = 4;

function tierOf(source: Source, strayed: Knowledge['strayed']): number {
  const state = source.breaker.state();
  if (state === 'open' || state === 'half_open') {
    return circuitOpenTier;
  }
  if (!source.account.budget.open()) {
    return 3;
  }
  if (strayed(source)) {
    return 2;
  }
  return state === 'suspect' ? 1 : 0;
}
