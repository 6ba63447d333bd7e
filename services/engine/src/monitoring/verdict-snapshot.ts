import type { PairEvidence } from '@assay/independence/explain';
import type { MeasuredPair } from '../verification/measured-pair.ts';

/** What is known of one key: the evidence on every pair of providers that answered it. */
export type KeyVerdicts = {
  readonly type: string;
  readonly key: string;
  readonly observations: number;
  readonly judgedMs: number;
  readonly composites: readonly string[];
  readonly pairs: readonly PairEvidence[];
};

/** Everything that was measured, for whoever asks about a pair. */
export type VerdictSnapshot = {
  readonly keys: readonly KeyVerdicts[];
  /** What is known of two providers of a type. Providers that were never seen together are unknown to each other. */
  readonly pair: (type: string, a: string, b: string) => MeasuredPair;
};

/** Evidence at which one key keeps the independence that another key proved from counting. */
const doubtNats = 6;

/** Builds the picture of all keys. */
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
    pair: (type, a, b) =>
      verdicts.get(pairName(type, a, b)) ?? {
        a,
        b,
        verdict: 'unknown',
        nats: 0,
        observations: 0,
        sinceMs: 0,
      },
  };
}

/**
 * Two providers of a type share an upstream when any key shows it: a provider that copies one asset may copy any. They are
 * independent when some key proved it and no key raises a doubt, and unknown otherwise.
 */
export function combinedPair(pairs: readonly PairEvidence[]): MeasuredPair {
  const strongest = pairs.reduce((most, pair) => (pair.nats > most.nats ? pair : most));
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
 * What is known of a provider and a reference whose stream another provider is documented to publish. Sharing with either
 * is sharing; a proof of independence from either is one, since both are one stream. The publisher itself always shares.
 */
export function pairWithReference(
  snapshot: VerdictSnapshot,
  type: string,
  provider: string,
  reference: { readonly id: string; readonly upstreamProvider: string },
): MeasuredPair {
  const name = { a: provider, b: reference.id };
  const direct = snapshot.pair(type, provider, reference.id);
  if (provider === reference.upstreamProvider) {
    return { ...direct, ...name, verdict: 'shared_upstream' };
  }
  const through = snapshot.pair(type, provider, reference.upstreamProvider);
  const both = [direct, through];
  const shared = both.find(({ verdict }) => verdict === 'shared_upstream');
  const doubted = both.some(({ nats }) => nats >= doubtNats);
  const independent = doubted ? undefined : both.find(({ verdict }) => verdict === 'independent');
  const deciding = shared ?? independent ?? direct;
  const verdict = shared !== undefined ? 'shared_upstream' : independent !== undefined ? 'independent' : 'unknown';
  return { ...deciding, ...name, verdict };
}

function pairName(type: string, a: string, b: string): string {
  return a < b ? `${type} ${a} ${b}` : `${type} ${b} ${a}`;
}
