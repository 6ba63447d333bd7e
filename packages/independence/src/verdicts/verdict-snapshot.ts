import { verdictThresholds } from '../constants/verdicts.ts';
import type { PairEvidence } from './explain.ts';
import { typeOfKey } from '../type-of-key.ts';
import { unmeasuredPair, type MeasuredPair } from './measured-pair.ts';

/** The verdicts of one key: the evidence on each pair of providers that answered for the key. */
export type KeyVerdicts = {
  readonly type: string;
  readonly key: string;
  readonly observations: number;
  readonly judgedMs: number;
  readonly composites: readonly string[];
  /** Providers whose trades on this key were measured to be their own. Absent in snapshots of an earlier version. */
  readonly ownPrints?: readonly string[];
  readonly pairs: readonly PairEvidence[];
};

/** The verdicts on all pairs at one time. */
export type VerdictSnapshot = {
  readonly keys: readonly KeyVerdicts[];
  /**
   * Returns the verdict on two providers for questions about one key. Evidence on any key can show a shared upstream,
   * because a provider that copies one asset may copy any. Only evidence on this key can prove independence. Evidence
   * older than `verdictThresholds.maxAgeMs` is ignored.
   */
  readonly pair: (key: string, a: string, b: string, nowMs: number) => MeasuredPair;
  /** Whether a provider's trades on this key were measured to be its own. Old evidence is ignored. */
  readonly hasOwnPrints: (key: string, provider: string, nowMs: number) => boolean;
};

/**
 * The names under which a reference was measured. `id` is its own name, and `upstreamProvider` the provider whose
 * stream it publishes.
 */
export type MeasuredReference = { readonly id: string; readonly upstreamProvider: string };

/** What providers state about themselves. It can bound the share of a venue in a reference. */
export type StatedStructure = {
  readonly isVenue: (provider: string) => boolean;
  /**
   * Returns the minimum number of publishers that an oracle accepts for an aggregate. Returns undefined for a provider
   * that is no oracle.
   */
  readonly fewestPublishers: (provider: string) => number | undefined;
};

/** Evidence of sharing with a reference's upstream, in nats, from which the reference is not called independent. */
const doubtNats = 6;

/** The verdict of one key on one pair, with the time of its newest evidence. */
type KnownPair = { readonly key: string; readonly newestMs: number | null; readonly pair: MeasuredPair };

/** Builds the snapshot of all keys. */
export function verdictSnapshotOf(keys: readonly KeyVerdicts[]): VerdictSnapshot {
  // Every call looks up several pairs in nested maps. Joining the two names into one key of a single map would take
  // longer.
  const byKey = new Map<string, KnownPairs<KnownPair>>();
  const links: KnownPairs<KnownPair[]> = new Map();
  const ownPrints = new Map(keys.map((each) => [each.key, { ...each, providers: new Set(each.ownPrints) }]));
  for (const { key, pairs } of keys) {
    const ofKey: KnownPairs<KnownPair> = new Map();
    for (const evidence of pairs) {
      const [a, b] = evidence.providers;
      const known = { key, newestMs: evidence.newestMs, pair: pairMeasuredOn(key, evidence) };
      setPair(ofKey, a, b, known);
      if (evidence.verdict === 'shared_upstream') {
        setPair(links, a, b, [...(findPair(links, a, b) ?? []), known]);
      }
    }
    byKey.set(key, ofKey);
  }
  return {
    keys,
    pair: (key, a, b, nowMs) => {
      const fresh = findPair(links, a, b)?.filter((each) => isFresh(each, nowMs)) ?? [];
      const link = fresh.find((each) => each.key === key) ?? fresh[0];
      if (link !== undefined) {
        return link.pair;
      }
      const ofKey = byKey.get(key);
      const own = ofKey === undefined ? undefined : findPair(ofKey, a, b);
      return own === undefined || !isFresh(own, nowMs) ? unmeasuredPair(a, b) : own.pair;
    },
    hasOwnPrints: (key, provider, nowMs) => {
      const known = ownPrints.get(key);
      return known !== undefined && known.providers.has(provider) && isFresh({ newestMs: known.judgedMs }, nowMs);
    },
  };
}

/** A value for each pair of names. Each pair is stored once, under the name that comes first in alphabetical order. */
type KnownPairs<Value> = Map<string, Map<string, Value>>;

function findPair<Value>(pairs: KnownPairs<Value>, a: string, b: string): Value | undefined {
  return a < b ? pairs.get(a)?.get(b) : pairs.get(b)?.get(a);
}

function setPair<Value>(pairs: KnownPairs<Value>, a: string, b: string, value: Value): void {
  const [first, second] = a < b ? [a, b] : [b, a];
  const ofFirst = pairs.get(first) ?? new Map<string, Value>();
  pairs.set(first, ofFirst.set(second, value));
}

function isFresh({ newestMs }: Pick<KnownPair, 'newestMs'>, nowMs: number): boolean {
  return newestMs !== null && nowMs - newestMs <= verdictThresholds.maxAgeMs;
}

function pairMeasuredOn(
  key: string,
  { providers, verdict, nats, observations, sinceMs, maxShare }: PairEvidence,
): MeasuredPair {
  const [a, b] = providers;
  return { a, b, verdict, nats, observations, sinceMs: sinceMs ?? 0, measuredOn: key, maxShare };
}

/**
 * Returns the verdict on two providers over several keys, for display only: a shared upstream on any key, or else a
 * proof on any key. No decision may use it, because a proof applies only to its own key.
 */
export function strongestPair(pairs: readonly MeasuredPair[]): MeasuredPair | undefined {
  const ofVerdict = (verdict: MeasuredPair['verdict']): readonly MeasuredPair[] =>
    pairs.filter((pair) => pair.verdict === verdict);
  const most = (list: readonly MeasuredPair[], of: 'nats' | 'observations'): MeasuredPair | undefined =>
    list.toSorted((left, right) => right[of] - left[of])[0];
  return (
    most(ofVerdict('shared_upstream'), 'nats') ?? most(ofVerdict('independent'), 'observations') ?? most(pairs, 'nats')
  );
}

/**
 * Returns the verdict on two providers for questions about one key. Either of them may be the reference of the key's
 * data type.
 *
 * @param references the reference of each data type.
 * @param stated what providers state about themselves.
 */
export function measuredPair(
  snapshot: VerdictSnapshot,
  references: ReadonlyMap<string, MeasuredReference>,
  key: string,
  pair: { readonly a: string; readonly b: string },
  nowMs: number,
  stated?: StatedStructure,
): MeasuredPair {
  const { a, b } = pair;
  const reference = references.get(typeOfKey(key));
  if (reference !== undefined && (a === reference.id || b === reference.id)) {
    const lookUp: PairOfKey = (left, right) => snapshot.pair(key, left, right, nowMs);
    const provider = a === reference.id ? b : a;
    const publishers = stated?.fewestPublishers(reference.upstreamProvider);
    const isOwn = stated?.isVenue(provider) === true && snapshot.hasOwnPrints(key, provider, nowMs);
    const structure = publishers !== undefined && isOwn ? { key, publishers } : undefined;
    return pairWithReference(lookUp, provider, reference, structure);
  }
  return snapshot.pair(key, a, b, nowMs);
}

/** Returns the verdict on two providers for questions about one key. */
type PairOfKey = (a: string, b: string) => MeasuredPair;

/**
 * The way in which a venue with its own trades may be part of an oracle: as one of at least `publishers` publishers.
 * `key` is the measured key of the trades.
 */
type ReferenceStructure = { readonly key: string; readonly publishers: number };

/**
 * Returns the verdict on a provider and a reference. The reference and its upstream provider publish the same stream,
 * so evidence on either of them counts. The upstream provider itself always shares an upstream with the reference. For
 * other providers, these rules apply in this order:
 * - A measured link or doubt decides.
 * - A venue with its own trades is at most one publisher of the reference (`structure`). So its share is at most 1
 *   divided by the minimum number of publishers.
 * - Without such a structure, a measured proof decides.
 */
export function pairWithReference(
  lookUp: PairOfKey,
  provider: string,
  reference: MeasuredReference,
  structure?: ReferenceStructure,
): MeasuredPair {
  const names = { a: provider, b: reference.id };
  const direct = lookUp(provider, reference.id);
  if (provider === reference.upstreamProvider) {
    return { ...direct, ...names, verdict: 'shared_upstream', maxShare: null };
  }
  const both = [direct, lookUp(provider, reference.upstreamProvider)];
  const shared = both.find(({ verdict }) => verdict === 'shared_upstream');
  if (shared !== undefined) {
    return { ...shared, ...names };
  }
  const isDoubted = both.some(({ nats }) => nats >= doubtNats);
  if (!isDoubted && structure !== undefined) {
    return {
      ...direct,
      ...names,
      verdict: 'independent',
      measuredOn: structure.key,
      maxShare: 1 / structure.publishers,
      reason: `${provider} has trades of its own, and ${reference.upstreamProvider} combines at least ${structure.publishers} publishers`,
    };
  }
  const independent = isDoubted ? undefined : both.find(({ verdict }) => verdict === 'independent');
  return independent === undefined
    ? { ...direct, ...names, verdict: 'unknown', maxShare: null }
    : { ...independent, ...names };
}
