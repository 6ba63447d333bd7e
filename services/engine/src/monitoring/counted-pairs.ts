import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import { typeOfKey } from '@assay/independence/type-of-key';
import {
  measuredPair,
  type MeasuredReference,
  type StatedStructure,
  type VerdictSnapshot,
} from '@assay/independence/verdicts/verdict-snapshot';
import type { Provider, ProviderStatement } from '@assay/providers/define';

/** What decides, besides the measurement, how two providers count. */
export type CountingRules = {
  /** By data type. */
  readonly references: ReadonlyMap<string, MeasuredReference>;
  /** By the id of the provider. Nodes and references state nothing. */
  readonly statements: ReadonlyMap<string, ProviderStatement>;
  /** Whether two providers of a type count as independent only when their common part is bounded. */
  readonly needsBound: (type: string) => boolean;
};

type AggregatorStatement = Extract<ProviderStatement, { kind: 'aggregator' }>;

/** An aggregator may contain a venue with less than this share, as an independent venue may. */
const maxPartShare = 0.15;

/** Returns the statements of providers by their ids. */
export function statementsOf(providers: readonly Provider[]): CountingRules['statements'] {
  return new Map(providers.map(({ id, statement }) => [id, statement]));
}

/**
 * Returns how two providers count for questions about one key: the measured verdict, lowered by what they state about
 * themselves and by the lack of a needed bound. Every part of the engine that asks about a pair gets this verdict.
 */
export function countedPair(
  snapshot: VerdictSnapshot,
  rules: CountingRules,
  key: string,
  pair: { readonly a: string; readonly b: string },
  nowMs: number,
): MeasuredPair {
  const { references, statements, needsBound } = rules;
  const measured = measuredPair(snapshot, references, key, pair, nowMs, structureOf(statements));
  const lowered = withStatements(measured, statements, measured.maxShare);
  return measured.maxShare === null && needsBound(typeOfKey(key)) ? withoutBound(lowered) : lowered;
}

/**
 * Lowers a verdict by what the two providers state about themselves. It never raises one: the result is the given pair, or the
 * given pair as `unknown` with the reason.
 * @param bound the upper bound of what the two share; null while nothing bounds it.
 */
export function withStatements(
  pair: MeasuredPair,
  statements: CountingRules['statements'],
  bound: number | null,
): MeasuredPair {
  const objection = pair.verdict === 'shared_upstream' ? undefined : objectionTo(pair, statements, bound);
  return objection === undefined ? pair : { ...pair, verdict: 'unknown', maxShare: null, reason: objection };
}

/** Returns why two providers must not count as independent by their statements. */
function objectionTo(
  pair: MeasuredPair,
  statements: CountingRules['statements'],
  bound: number | null,
): string | undefined {
  // Every call asks about many pairs, so this makes no lists.
  const a = statements.get(pair.a);
  const b = statements.get(pair.b);
  if (a?.kind === 'oracle' || b?.kind === 'oracle') {
    const oracle = a?.kind === 'oracle' ? pair.a : pair.b;
    return `${oracle} states that it combines publishers, so it is a reference and confirms nothing as a peer`;
  }
  if (a?.kind === 'aggregator' && b?.kind === 'aggregator') {
    return `${pair.a} and ${pair.b} state that they are made from other venues`;
  }
  if (a?.kind === 'aggregator' && b?.kind === 'venue') {
    return isApart(pair, a, pair.b, bound) ? undefined : `${pair.a} states that it is made from other venues`;
  }
  if (a?.kind === 'venue' && b?.kind === 'aggregator') {
    return isApart(pair, b, pair.a, bound) ? undefined : `${pair.b} states that it is made from other venues`;
  }
  return undefined;
}

/** Whether an aggregator is proven to be without a venue that its list leaves out, or to contain little enough of it. */
function isApart(pair: MeasuredPair, statement: AggregatorStatement, venue: string, bound: number | null): boolean {
  const isLeftOut = statement.parts !== undefined && !statement.parts.providers.includes(venue);
  return pair.verdict === 'independent' && (isLeftOut || (bound !== null && bound < maxPartShare));
}

/** Lowers a proof whose bound the comparison of two numbers needs and lacks. */
export function withoutBound(pair: MeasuredPair): MeasuredPair {
  return pair.verdict === 'independent'
    ? { ...pair, verdict: 'unknown', reason: `nothing bounds yet what ${pair.a} and ${pair.b} have in common` }
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
