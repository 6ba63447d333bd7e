import type { Source } from '../attempts/source.ts';

/** One source to consult, and what for. */
export type Step = { readonly source: Source; readonly role: 'source' };

/**
 * The sources of a type in the order in which they are asked: healthy first, then within budget, then those closest to
 * what was asked, then the cheapest, then the fastest as measured. A source whose circuit is open comes last rather
 * than not at all, so that the decision shows that it was thought of.
 */
export function planSources(sources: readonly Source[]): Step[] {
  const ranked = sources.map((source) => ({
    step: { source, role: 'source' as const },
    tier: tierOf(source),
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

function tierOf({ breaker, account }: Source): number {
  const state = breaker.state();
  if (state === 'open' || state === 'half_open') {
    return 3;
  }
  if (!account.budget.open()) {
    return 2;
  }
  return state === 'suspect' ? 1 : 0;
}
