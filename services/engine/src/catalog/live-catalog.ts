import type { DataType, Level } from '@assay/catalog/define';
import type { Catalog } from '@assay/catalog/catalog';
import { isServing, type Source, type Sources } from '../attempts/source.ts';
import { mostAnswering } from '../providers/load.ts';
import { unmeasuredReason } from '../verification/cap.ts';

/** A type that can be served now. */
export type LiveEntry = {
  readonly type: string;
  /** Groups of sources measured to be independent and healthy. Unmeasured ones count as one group together. */
  readonly providers: number;
  readonly maxLevel: Level;
  readonly capReason: string;
  /** The most that one call can cost: what it may send, at the price of the costliest sources. */
  readonly maxCostMicros: bigint;
};

/**
 * Requests that one call may send at most. It is high enough that an entity which only one source lists is still
 * found, since asking stops at the first good answer; what it bounds is the price of a call on which all else fails.
 */
const maxAttemptsPerCall = 10;

/** How many requests one call of a type may send: no more than there are sources for any one question. */
export function attemptBounds(sources: Sources): ReadonlyMap<string, number> {
  return new Map([...sources].map(([type, list]) => [type, Math.min(maxAttemptsPerCall, mostAnswering(list))]));
}

/**
 * The catalog as it is at this moment: computed from the health of sources, never from a table. Types that nothing can
 * serve now are left out.
 */
export function liveCatalog(catalog: Catalog, sources: Sources, bounds: ReadonlyMap<string, number>): LiveEntry[] {
  const entries: LiveEntry[] = [];
  for (const [id, type] of catalog) {
    const all = sources.get(id) ?? [];
    const serving = all.filter(isServing).length;
    if (serving > 0) {
      entries.push({
        type: id,
        providers: 1,
        maxLevel: 'single_source',
        capReason: capReason(type, all.length, serving),
        maxCostMicros: maxCost(all, bounds.get(id) ?? 1),
      });
    }
  }
  return entries;
}

function capReason(type: DataType, total: number, serving: number): string {
  const reason = type.topLevel === 'single_source' ? type.topLevelReason : unmeasuredReason(total);
  const down = total - serving;
  return down === 0 ? String(reason) : `${reason}; ${down} of ${total} sources ${down === 1 ? 'is' : 'are'} down`;
}

/** Every source counts, healthy or not: one that comes back during a call may still be asked. */
function maxCost(sources: readonly Source[], attempts: number): bigint {
  return sources
    .map(({ answer }) => answer.costMicros)
    .sort((a, b) => (a > b ? -1 : a < b ? 1 : 0))
    .slice(0, attempts)
    .reduce((sum, cost) => sum + cost, 0n);
}
