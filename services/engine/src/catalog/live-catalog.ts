import type { DataType, Level } from '@assay/catalog/define';
import type { Catalog } from '@assay/catalog/catalog';
import { isServing, type Source, type SourcesByType } from '../sources/source.ts';
import type { Measurement } from '../monitoring/measurement.ts';
import { maxAnswerable } from '../providers/load.ts';
import type { ReferenceHealth } from '../references/health.ts';
import type { References } from '../verification/reference.ts';
import { countIndependent } from '../verification/levels.ts';
import { capReason, type TypeState } from './cap-reason.ts';

/** A type that can be served now. */
export type LiveEntry = {
  readonly type: string;
  /** Groups of sources measured to be independent and healthy. Unmeasured ones count as one group together. */
  readonly providers: number;
  readonly maxLevel: Level;
  /** Empty when nothing caps the type. */
  readonly capReason: string;
  /** The most that one call can cost: what it may send, at the price of the costliest sources. */
  readonly maxCostMicros: bigint;
  /** Whether it is capped while more is still being learned of its sources' independence. */
  readonly measuring: boolean;
};

/** What the catalog is computed from, besides the health of sources. */
export type CatalogKnowledge = {
  readonly measurement: Pick<Measurement, 'pair'> & {
    readonly outliers: Pick<Measurement['outliers'], 'isOutlier' | 'conflicts'>;
  };
  readonly references: References;
  readonly referenceHealth: Pick<ReferenceHealth, 'of'>;
};

/**
 * Requests that one call may send at most. It is high enough that an entity which only one source lists is still
 * found, since asking stops when enough have answered well; what it bounds is the price of a call on which all else fails.
 */
const maxAttemptsPerCall = 10;

/** How many requests one call of a type may send: no more than there are sources for any one question. */
export function attemptBounds(sources: SourcesByType): ReadonlyMap<string, number> {
  return new Map([...sources].map(([type, list]) => [type, Math.min(maxAttemptsPerCall, maxAnswerable(list))]));
}

/**
 * The catalog as it is at this moment: computed from the health of sources, from what was measured about their
 * independence and from the references, never from a table. Types that nothing can serve now are left out.
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
 * The highest level that the next call could deliver. Only sources that answer an open question alike are compared, so two
 * groups count where they are of one rank.
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

/** Every source counts, healthy or not: one that comes back during a call may still be asked. */
function maxCost(sources: readonly Source[], attempts: number): bigint {
  return sources
    .map(({ adapter }) => adapter.costMicros)
    .sort((a, b) => (a > b ? -1 : a < b ? 1 : 0))
    .slice(0, attempts)
    .reduce((sum, cost) => sum + cost, 0n);
}
