import type { PairEvidence } from './explain.ts';
import { unmeasuredPair, type MeasuredPair } from './measured-pair.ts';

/** The verdicts of one key: the evidence on every pair of providers that answered it. */
export type KeyVerdicts = {
  readonly type: string;
  readonly key: string;
  readonly observations: number;
  readonly judgedMs: number;
  readonly composites: readonly string[];
  readonly pairs: readonly PairEvidence[];
};

/** The verdicts on all pairs at one moment. */
export type VerdictSnapshot = {
  readonly keys: readonly KeyVerdicts[];
  /** Returns the verdict on two providers of a type. Providers without a common key are `unknown` to each other. */
  readonly pair: (type: string, a: string, b: string) => MeasuredPair;
};

/** The names under which a reference is measured: its own, and that of the provider whose stream it publishes. */
export type MeasuredReference = { readonly id: string; readonly upstreamProvider: string };

/** Evidence, in nats, at which one key raises a doubt about the independence that another key proved. */
const doubtNats = 6;

/** Builds the snapshot of all keys. */
export function verdictSnapshotOf(keys: readonly KeyVerdicts[]): VerdictSnapshot {
  const found = new Map<string, PairEvidence[]>();
  for (const { type, pairs } of keys) {
    for (const pair of pairs) {
      const name = pairName(type, pair.providers[0], pair.providers[1]);
      found.set(name, [...(found.get(name) ?? []), pair]);
    }
  }
  const verdicts = new Map([...found].map(([name, pairs]) => [name, combinedPair(pairs)]));
  return {
    keys,
    pair: (type, a, b) => verdicts.get(pairName(type, a, b)) ?? unmeasuredPair(a, b),
  };
}

/**
 * Returns the verdict on two providers over all keys. They share an upstream when any key shows it, because a provider that
 * copies one asset may copy any. They are independent when one key proves it and no key raises a doubt.
 * @param pairs the evidence of each key; at least one.
 */
export function combinedPair(pairs: readonly PairEvidence[]): MeasuredPair {
  const strongest = pairs.reduce((best, pair) => (pair.nats > best.nats ? pair : best));
  const shared = pairs.find(({ verdict }) => verdict === 'shared_upstream');
  const proven = pairs
    .filter(({ verdict }) => verdict === 'independent')
    .reduce<PairEvidence | undefined>(
      (best, pair) => (best === undefined || pair.observations > best.observations ? pair : best),
      undefined,
    );
  const independent = shared === undefined && strongest.nats < doubtNats ? proven : undefined;
  const deciding = shared ?? independent ?? strongest;
  const [a, b] = deciding.providers;
  return {
    a,
    b,
    verdict: shared !== undefined ? 'shared_upstream' : independent !== undefined ? 'independent' : 'unknown',
    nats: strongest.nats,
    observations: deciding.observations,
    sinceMs: deciding.sinceMs ?? 0,
  };
}

/**
 * Returns the verdict on two providers of a type, either of which may be the type's reference.
 * @param references by data type.
 */
export function measuredPair(
  snapshot: VerdictSnapshot,
  references: ReadonlyMap<string, MeasuredReference>,
  type: string,
  a: string,
  b: string,
): MeasuredPair {
  const reference = references.get(type);
  if (reference !== undefined && (a === reference.id || b === reference.id)) {
    return pairWithReference(snapshot, type, a === reference.id ? b : a, reference);
  }
  return snapshot.pair(type, a, b);
}

/**
 * Returns the verdict on a provider and a reference. The reference and its upstream provider publish one stream, so the
 * evidence on either of them counts. The upstream provider itself always shares.
 */
export function pairWithReference(
  snapshot: VerdictSnapshot,
  type: string,
  provider: string,
  reference: MeasuredReference,
): MeasuredPair {
  const names = { a: provider, b: reference.id };
  const direct = snapshot.pair(type, provider, reference.id);
  if (provider === reference.upstreamProvider) {
    return { ...direct, ...names, verdict: 'shared_upstream' };
  }
  const through = snapshot.pair(type, provider, reference.upstreamProvider);
  const both = [direct, through];
  const shared = both.find(({ verdict }) => verdict === 'shared_upstream');
  const doubted = both.some(({ nats }) => nats >= doubtNats);
  const independent = doubted ? undefined : both.find(({ verdict }) => verdict === 'independent');
  const deciding = shared ?? independent ?? direct;
  const verdict = shared !== undefined ? 'shared_upstream' : independent !== undefined ? 'independent' : 'unknown';
  return { ...deciding, ...names, verdict };
}

function pairName(type: string, a: string, b: string): string {
  return a < b ? `${type} ${a} ${b}` : `${type} ${b} ${a}`;
}
