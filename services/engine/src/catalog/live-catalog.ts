import type { DataType, Level } from '@assay/catalog/define';
import type { Catalog } from '@assay/catalog/catalog';
import { isServing, type Source, type SourcesByType } from '../sources/source.ts';
import type { Measurement } from '../monitoring/measurement.ts';
import { maxAnswerable } from '@assay/providers/load';
import type { ReferenceHealth } from '../references/health.ts';
import type { References } from '../verification/reference.ts';
import { countIndependent } from '../verification/levels.ts';
import { capReason, type TypeState } from './cap-reason.ts';

/** A type that can be served now. */
export type LiveEntry = {
  readonly type: string;
  /** Healthy groups of sources that are measured to be independent. All unmeasured sources count as one group. */
  readonly providers: number;
  readonly maxLevel: Level;
  /** Empty when nothing caps the type. */
  readonly capReason: string;
  /** Maximum cost of one call: the price of the costliest requests that it may send. */
  readonly maxCostMicros: bigint;
  /** Whether the level is capped and open verdicts could raise it. */
  readonly measuring: boolean;
};

/** The facts from which the catalog is computed, besides the health of sources. */
export type CatalogKnowledge = {
  readonly measurement: Pick<Measurement, 'pair'> & {
    readonly outliers: Pick<Measurement['outliers'], 'isOutlier' | 'conflicts'>;
  };
  readonly references: References;
  readonly referenceHealth: Pick<ReferenceHealth, 'of'>;
};

/**
 * Maximum number of requests of one call. A call stops at enough good answers, so the limit bounds the price of a call
 * whose sources fail. It is high enough to find an entity that only one source lists.
 */
const maxAttemptsPerCall = 10;

/** Returns the maximum number of requests of one call by type. It never exceeds the sources that cover one question. */
export function attemptBounds(sources: SourcesByType): ReadonlyMap<string, number> {
  return new Map([...sources].map(([type, list]) => [type, Math.min(maxAttemptsPerCall, maxAnswerable(list))]));
}

/**
 * Returns the catalog as it is now, without the types that nothing can serve. It is computed from the health of
 * sources, the measured independence and the references, never from a table.
 */
export function liveCatalog(
  catalog: Catalog,
  sources: SourcesByType,
  bounds: ReadonlyMap<string, number>,
  knowledge: CatalogKnowledge,
): LiveEntry[] {
  const entries: LiveEntry[] = [];
  for (const [id, type] of catalog) {
    const all = sources.get(id) ?? [];
    const serving = all.filter(isServing);
    if (serving.length > 0) {
      const state = stateOf(type, all.length, serving, knowledge);
      const referenceCost = knowledge.references.get(id)?.maxCostMicros ?? 0n;
      entries.push({
        type: id,
        providers: Math.max(1, state.groups),
        maxLevel: state.maxLevel,
        capReason: capReason(type, state),
        maxCostMicros: maxCost(all, bounds.get(id) ?? 1) + referenceCost,
        measuring: type.agreement !== undefined && state.maxLevel !== type.levelCeiling && state.unmeasured > 0,
      });
    }
  }
  return entries;
}

function stateOf(
  type: DataType,
  total: number,
  serving: readonly Source[],
  { measurement, references, referenceHealth }: CatalogKnowledge,
): TypeState {
  const { outliers, pair } = measurement;
  const good = serving.filter(({ provider }) => !outliers.isOutlier(type.id, provider.id));
  const relation = (a: string, b: string) => pair(type.id, a, b).verdict;
  const names = good.map(({ provider }) => provider.id);
  const isRelated = (name: string, verdict: string): boolean =>
    names.some((peer) => peer !== name && relation(name, peer) === verdict);
  const reference = references.get(type.id);
  const health = referenceHealth.of(type.id);
  const anchoring =
    reference !== undefined && health?.usable === true
      ? names.filter((name) => relation(name, reference.id) === 'independent').length
      : 0;
  const conflict = outliers.conflicts(type.id).length > 0;
  const comparable = type.agreement === undefined ? 1 : largestComparable(good, relation);
  return {
    total,
    serving: serving.length,
    outliers: serving.length - good.length,
    groups: type.agreement === undefined ? 1 : countIndependent(names, relation),
    sharing: names.filter((name) => isRelated(name, 'shared_upstream')).length,
    unmeasured: names.filter((name) => !isRelated(name, 'shared_upstream') && !isRelated(name, 'independent')).length,
    conflict,
    reference: health,
    maxLevel: levelFor(type, { conflict, comparable, anchoring }),
  };
}

/**
 * Returns the highest level that the next call could deliver. Calls compare only sources of one rank, so two
 * independent groups count when they have the same rank.
 */
function levelFor(
  type: DataType,
  known: { readonly conflict: boolean; readonly comparable: number; readonly anchoring: number },
): Level {
  if (type.levelCeiling === 'single_source' || known.conflict) {
    return 'single_source';
  }
  if (type.levelCeiling === 'anchored' && known.anchoring > 0) {
    return 'anchored';
  }
  return known.comparable >= 2 ? 'consensus' : 'single_source';
}

function largestComparable(
  good: readonly Source[],
  relation: (a: string, b: string) => 'independent' | 'shared_upstream' | 'unknown',
): number {
  const ranks = new Set(good.map(({ adapter }) => adapter.rank ?? 0));
  return Math.max(
    0,
    ...[...ranks].map((rank) =>
      countIndependent(
        good.filter(({ adapter }) => (adapter.rank ?? 0) === rank).map(({ provider }) => provider.id),
        relation,
      ),
    ),
  );
}

/** Counts every source, healthy or not, because a call may still ask one that recovers. */
function maxCost(sources: readonly Source[], attempts: number): bigint {
  return sources
    .map(({ adapter }) => adapter.costMicros)
    .sort((a, b) => (a > b ? -1 : a < b ? 1 : 0))
    .slice(0, attempts)
    .reduce((sum, cost) => sum + cost, 0n);
}
