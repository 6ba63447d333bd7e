import { reaches, type DataType, type Level } from '@assay/catalog/define';
import { marketKey } from '@assay/catalog/market';
import type { Catalog } from '@assay/catalog/catalog';
import { isServing, sourceKey, type Source, type SourcesByType, type UnkeyedByType } from '../sources/source.ts';
import type { PairVerdict } from '@assay/catalog/outcomes';
import type { Measurement } from '../monitoring/measurement.ts';
import { majorKeys } from '../monitoring/sampler.ts';
import type { QuestionParams } from '@assay/providers/define';
import { maxAnswerable } from '@assay/providers/load';
import type { HealthViews } from '../replicas/health-views.ts';
import type { ReferenceHealth } from '../references/health.ts';
import type { References } from '../verification/reference.ts';
import { countIndependent } from '../verification/levels.ts';
import { capReason, type TypeState } from '@assay/catalog/cap-reason';
import { countPairs, sumOfPairs, type PairCounts } from './pair-counts.ts';

/** A type that can be served now. */
export type LiveEntry = {
  readonly type: string;
  /** Number of independent groups among the healthy sources. All unmeasured sources count as one group. */
  readonly providers: number;
  readonly maxLevel: Level;
  /** The reason why the level is below the highest one. Empty at the highest level. */
  readonly capReason: string;
  /** Maximum cost of one call, in micro-credits: the price of the most expensive requests that the call may send. */
  readonly maxCostMicros: bigint;
  /** Whether the level is below the highest one, and could still rise because some verdicts are not decided yet. */
  readonly measuring: boolean;
  /**
   * The highest level that a call about the type's example question can reach now. Other assets may reach a level
   * earlier than the example, so `maxLevel` can be higher.
   */
  readonly exampleLevel: Level;
  /** The pairs of sources, counted for each asset that the engine always samples. */
  readonly pairs: PairCounts;
};

/** The facts from which the catalog is computed, besides the health of sources. */
export type CatalogKnowledge = {
  readonly measurement: Pick<Measurement, 'pair'> & {
    readonly outliers: Pick<Measurement['outliers'], 'isOutlier' | 'hasConflict'>;
  };
  readonly references: References;
  readonly referenceHealth: Pick<ReferenceHealth, 'of'>;
  /** Providers that need a key but have none. When absent, there are none. */
  readonly unkeyed?: UnkeyedByType;
  /** Whether the replicas agree that a source can serve. When absent, this replica decides by its own health view. */
  readonly canServe?: HealthViews['canServe'];
};

/**
 * Maximum number of requests of one call. A call normally stops earlier, after enough good answers, so the limit bounds
 * only the price of a call whose sources fail. It is high enough to find an entity that only one source lists.
 */
const maxAttemptsPerCall = 10;

/**
 * Returns, for each type, the maximum number of requests of one call. A call never sends more requests than there are
 * sources for one question.
 */
export function attemptBounds(sources: SourcesByType): ReadonlyMap<string, number> {
  return new Map([...sources].map(([type, list]) => [type, Math.min(maxAttemptsPerCall, maxAnswerable(list))]));
}

/**
 * Returns the present catalog, without the types that no source can serve. The catalog is computed from the health of
 * sources, the measured independence and the references. It is never read from a table.
 */
export function liveCatalog(
  catalog: Catalog,
  sources: SourcesByType,
  bounds: ReadonlyMap<string, number>,
  knowledge: CatalogKnowledge,
): LiveEntry[] {
  const entries: LiveEntry[] = [];
  for (const [id, type] of catalog) {
    const sourcesOfType = sources.get(id) ?? [];
    const serving = sourcesOfType.filter(
      (source) => knowledge.canServe?.(sourceKey(source), isServing(source)) ?? isServing(source),
    );
    if (serving.length > 0) {
      const { assets, example } = assetsOf(type);
      const stateOfAsset = (asset: ShownAsset): AssetState => stateOf(type, asset, sourcesOfType, serving, knowledge);
      const states = assets.map(stateOfAsset);
      const best = states.reduce((most, state) => (exceeds(state, most) ? state : most));
      const referenceCost = knowledge.references.get(id)?.maxCostMicros ?? 0n;
      const isOpen = ({ maxLevel, unmeasured }: TypeState): boolean => maxLevel !== type.levelCeiling && unmeasured > 0;
      entries.push({
        type: id,
        providers: Math.max(1, best.groups),
        maxLevel: best.maxLevel,
        capReason: capReason(type, best, measuredAssets(type, states)),
        maxCostMicros: maxCost(sourcesOfType, bounds.get(id) ?? 1) + referenceCost,
        measuring: type.agreement !== undefined && states.some(isOpen),
        exampleLevel: (states[assets.findIndex(({ key }) => key === example.key)] ?? stateOfAsset(example)).maxLevel,
        pairs: sumOfPairs(states.map(({ pairs }) => pairs)),
      });
    }
  }
  return entries;
}

type ShownAsset = { readonly key: string; readonly name: string; readonly params: QuestionParams };

/**
 * The assets whose state the catalog shows: the assets that the engine always samples. A type without such assets shows
 * the asset of its example question. `example` is the asset of the example question in both cases.
 */
type ShownAssets = { readonly assets: readonly ShownAsset[]; readonly example: ShownAsset };

/** Caches the assets of each type. The catalog is computed several times a second, but a type's assets never change. */
const assetsByType = new WeakMap<DataType, ShownAssets>();

function assetsOf(type: DataType): ShownAssets {
  const known = assetsByType.get(type) ?? findAssets(type);
  assetsByType.set(type, known);
  return known;
}

function findAssets(type: DataType): ShownAssets {
  const shown = (params: QuestionParams): ShownAsset => ({
    key: marketKey(type, params),
    name: Object.values(params).join(' '),
    params,
  });
  const majors = majorKeys(type).map(({ params }) => shown(params));
  const example = shown(type.params.parse(type.example) as QuestionParams);
  return { assets: majors.length > 0 ? majors : [example], example };
}

/** The state of a type's sources for one asset. */
type AssetState = TypeState & { readonly pairs: PairCounts };

function exceeds(a: TypeState, b: TypeState): boolean {
  return a.maxLevel === b.maxLevel ? a.groups > b.groups : reaches(a.maxLevel, b.maxLevel);
}

/** Returns the assets for which the engine has measured at least two independent groups of sources. */
function measuredAssets(type: DataType, states: readonly TypeState[]): readonly string[] {
  return assetsOf(type).assets.flatMap(({ name }, index) => ((states[index]?.groups ?? 0) >= 2 ? [name] : []));
}

function stateOf(
  type: DataType,
  { key, params }: ShownAsset,
  all: readonly Source[],
  serving: readonly Source[],
  { measurement, references, referenceHealth, unkeyed }: CatalogKnowledge,
): AssetState {
  const { outliers, pair } = measurement;
  const good = serving.filter(({ provider }) => !outliers.isOutlier(key, provider.id));
  const relation = rememberRelations((a, b) => pair(key, a, b).verdict);
  const names = good.map(idOf);
  const isRelated = (name: string, verdict: PairVerdict): boolean =>
    names.some((peer) => peer !== name && relation(name, peer) === verdict);
  const isAlone = (name: string): boolean => !isRelated(name, 'shared_upstream') && !isRelated(name, 'independent');
  const combining = new Set(good.filter(({ provider }) => provider.statement.kind !== 'venue').map(idOf));
  // A source that states that it combines other venues never gets a verdict, so there is nothing to wait for. Any other
  // pair of sources without a verdict is still being measured.
  const isOpen = (name: string): boolean =>
    !combining.has(name) &&
    names.some((peer) => peer !== name && !combining.has(peer) && relation(name, peer) === 'unknown');
  const reference = references.get(type.id);
  const uncovered = reference?.whyUncovered?.(params);
  const health = uncovered === undefined ? referenceHealth.of(type.id) : { usable: false, detail: uncovered };
  const anchoring =
    reference !== undefined && health?.usable === true
      ? names.filter((name) => relation(name, reference.id) === 'independent').length
      : 0;
  const conflict = outliers.hasConflict(key);
  const comparable = type.agreement === undefined ? 1 : largestComparable(good, relation);
  return {
    total: all.length,
    serving: serving.length,
    outliers: serving.length - good.length,
    groups: type.agreement === undefined ? 1 : countIndependent(names, relation),
    sharing: names.filter((name) => isRelated(name, 'shared_upstream')).length,
    unmeasured: names.filter((name) => isAlone(name) && isOpen(name)).length,
    combining: names.filter((name) => isAlone(name) && combining.has(name)).length,
    conflict,
    reference: health,
    maxLevel: levelFor(type, { conflict, comparable, anchoring }),
    refusing: all
      .filter((source) => !serving.includes(source) && source.usage.denials.isDenied())
      .map(({ name }) => name),
    unkeyed: (unkeyed?.get(type.id) ?? []).map(({ name }) => name),
    pairs:
      type.agreement === undefined
        ? { decided: 0, open: 0 }
        : countPairs([...names, ...(reference === undefined ? [] : [reference.id])], relation, combining),
  };
}

type RelationLookUp = (a: string, b: string) => PairVerdict;

/** Returns a function that looks up the relation of two sources and caches the result of each ordered pair. */
function rememberRelations(lookUp: RelationLookUp): RelationLookUp {
  const known = new Map<string, Map<string, PairVerdict>>();
  return (a, b) => {
    const ofA = known.get(a) ?? new Map<string, PairVerdict>();
    known.set(a, ofA);
    const verdict = ofA.get(b) ?? lookUp(a, b);
    ofA.set(b, verdict);
    return verdict;
  };
}

function idOf({ provider }: Source): string {
  return provider.id;
}

/**
 * Returns the highest level that the next call could deliver. A call compares only sources of the same rank, so two
 * independent groups count only when they have the same rank.
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

function largestComparable(good: readonly Source[], relation: RelationLookUp): number {
  const ranks = new Set(good.map(({ adapter }) => adapter.rank ?? 0));
  return Math.max(
    0,
    ...[...ranks].map((rank) =>
      countIndependent(good.filter(({ adapter }) => (adapter.rank ?? 0) === rank).map(idOf), relation),
    ),
  );
}

/**
 * Returns the maximum cost of one call: the sum of its most expensive requests. All sources count, healthy or not,
 * because a source may recover before the call.
 */
function maxCost(sources: readonly Source[], attempts: number): bigint {
  return sources
    .map(({ adapter }) => adapter.costMicros)
    .sort((a, b) => (a > b ? -1 : a < b ? 1 : 0))
    .slice(0, attempts)
    .reduce((sum, cost) => sum + cost, 0n);
}
