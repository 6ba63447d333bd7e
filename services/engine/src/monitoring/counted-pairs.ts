import type { Clock } from '@assay/runtime/clock';
import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import { typeOfKey } from '@assay/independence/type-of-key';
import {
  measuredPair,
  type MeasuredReference,
  type StatedStructure,
  type VerdictSnapshot,
} from '@assay/independence/verdicts/verdict-snapshot';
import type { Provider, ProviderStatement } from '@assay/providers/define';

/** Rules that can lower the measured verdict on two providers. */
export type CountingRules = {
  /** The measured references, by data type. */
  readonly references: ReadonlyMap<string, MeasuredReference>;
  /** The statements of providers, by provider id. Nodes and references make no statements. */
  readonly statements: ReadonlyMap<string, ProviderStatement>;
  /**
   * Returns whether two providers of a type count as independent only with a bound on the share that they have in
   * common.
   */
  readonly needsBound: (type: string) => boolean;
};

type AggregatorStatement = Extract<ProviderStatement, { kind: 'aggregator' }>;

/**
 * An aggregator and a venue count as independent only if at most this share of the aggregator's value comes from the
 * venue. The bound on two venues' common share has the same size (`printRule.bound`).
 */
const maxPartShare = 0.15;

/** Returns each provider's statement about where its data come from, by the provider's id. */
export function statementsOf(providers: readonly Provider[]): CountingRules['statements'] {
  return new Map(providers.map(({ id, statement }) => [id, statement]));
}

/**
 * Returns the verdict on two providers for questions about one measured key. It is the measured verdict, unless a
 * provider's statement or a missing bound lowers it. Every part of the engine uses this verdict.
 */
export function countedPair(
  snapshot: VerdictSnapshot,
  rules: CountingRules,
  key: string,
  pair: { readonly a: string; readonly b: string },
  nowMs: number,
): MeasuredPair {
  const { references, statements, needsBound } = rules;
  const unloweredPair = measuredPair(snapshot, references, key, pair, nowMs, structureOf(statements));
  const lowered = withStatements(unloweredPair, statements, unloweredPair.maxShare);
  return unloweredPair.maxShare === null && needsBound(typeOfKey(key)) ? withoutBound(lowered) : lowered;
}

/**
 * Milliseconds for which a computed verdict is cached. A new snapshot clears the cache earlier. This is short enough,
 * because evidence becomes too old only after hours.
 */
const reusedForMs = 1_000;

/** Returns the verdict on two providers for questions about one measured key, after the counting rules. */
export type CountedPairs = (key: string, a: string, b: string) => MeasuredPair;

/**
 * Creates the function that returns the verdicts after the counting rules. Every call of the engine looks up dozens of
 * pairs, so the function caches each verdict. A new snapshot clears the whole cache, and so does the end of each
 * second.
 * @param snapshot returns the present snapshot.
 */
export function createCountedPairs(
  rules: CountingRules,
  snapshot: () => VerdictSnapshot,
  clock: Pick<Clock, 'now' | 'monotonic'>,
): CountedPairs {
  let computed = { snapshot: snapshot(), atMs: clock.monotonic(), byKey: new Map<string, PairsOfKey>() };
  return (key, a, b) => {
    const current = snapshot();
    const nowMs = clock.monotonic();
    if (computed.snapshot !== current || nowMs - computed.atMs >= reusedForMs) {
      computed = { snapshot: current, atMs: nowMs, byKey: new Map() };
    }
    const known = computed.byKey.get(key)?.get(a)?.get(b);
    if (known !== undefined) {
      return known;
    }
    const pair = countedPair(current, rules, key, { a, b }, clock.now());
    const ofKey: PairsOfKey = computed.byKey.get(key) ?? new Map();
    computed.byKey.set(key, ofKey.set(a, (ofKey.get(a) ?? new Map<string, MeasuredPair>()).set(b, pair)));
    return pair;
  };
}

/**
 * The verdicts of one key, by the first and then the second provider. A single map would need joined names, which is
 * slower.
 */
type PairsOfKey = Map<string, Map<string, MeasuredPair>>;

/**
 * Lowers a verdict according to the statements of the two providers, and never raises it. Returns the pair unchanged,
 * or the pair as `unknown` with the reason.
 * @param bound the upper bound (0 to 1) on the share that the two providers have in common. Null when no bound is
 * known.
 */
export function withStatements(
  pair: MeasuredPair,
  statements: CountingRules['statements'],
  bound: number | null,
): MeasuredPair {
  const objection = pair.verdict === 'shared_upstream' ? undefined : objectionTo(pair, statements, bound);
  return objection === undefined ? pair : { ...pair, verdict: 'unknown', maxShare: null, reason: objection };
}

/**
 * Returns why the statements of two providers forbid counting them as independent. Returns undefined when the
 * statements allow it.
 */
function objectionTo(
  pair: MeasuredPair,
  statements: CountingRules['statements'],
  bound: number | null,
): string | undefined {
  // The code allocates no lists, because every call of the engine examines many pairs.
  const a = statements.get(pair.a);
  const b = statements.get(pair.b);
  if (a?.kind === 'oracle' || b?.kind === 'oracle') {
    const oracle = a?.kind === 'oracle' ? pair.a : pair.b;
    return `${oracle} states that it combines publishers, so it serves as a reference and does not count as a peer`;
  }
  if (a?.kind === 'aggregator' && b?.kind === 'aggregator') {
    return `${pair.a} and ${pair.b} state that their data come from other venues`;
  }
  if (a?.kind === 'aggregator' && b?.kind === 'venue') {
    return isApart(pair, a, pair.b, bound) ? undefined : `${pair.a} states that its data come from other venues`;
  }
  if (a?.kind === 'venue' && b?.kind === 'aggregator') {
    return isApart(pair, b, pair.a, bound) ? undefined : `${pair.b} states that its data come from other venues`;
  }
  return undefined;
}

/**
 * Returns whether the measurement proves a venue and an aggregator independent, and the venue's share of the
 * aggregator's value is small. The share is small if the aggregator states parts without this venue, or if the measured
 * bound is below the limit.
 */
function isApart(pair: MeasuredPair, statement: AggregatorStatement, venue: string, bound: number | null): boolean {
  const isLeftOut = statement.parts !== undefined && !statement.parts.providers.includes(venue);
  return pair.verdict === 'independent' && (isLeftOut || (bound !== null && bound < maxPartShare));
}

/**
 * Returns the pair, with `unknown` instead of the verdict `independent`. Use it if the values of a type are numbers
 * with a tolerance and the pair has no bound.
 */
export function withoutBound(pair: MeasuredPair): MeasuredPair {
  return pair.verdict === 'independent'
    ? {
        ...pair,
        verdict: 'unknown',
        reason: `the measurement does not limit yet how much of their data ${pair.a} and ${pair.b} have in common`,
      }
    : pair;
}

const structures = new WeakMap<CountingRules['statements'], StatedStructure>();

function structureOf(statements: CountingRules['statements']): StatedStructure {
  const known = structures.get(statements);
  if (known !== undefined) {
    return known;
  }
  const structure: StatedStructure = {
    isVenue: (provider) => statements.get(provider)?.kind === 'venue',
    fewestPublishers: (provider) => {
      const statement = statements.get(provider);
      return statement?.kind === 'oracle' ? statement.fewestPublishers : undefined;
    },
  };
  structures.set(statements, structure);
  return structure;
}
