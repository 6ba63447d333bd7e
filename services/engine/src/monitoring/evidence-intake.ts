import { isMarketQuestion, marketKey } from '@assay/catalog/market';
import type { ProviderObservation } from '@assay/independence/observation';
import { createRoundGate } from '@assay/independence/round-gate';
import type { QuestionParams } from '@assay/providers/define';
import type { SourceObservation } from '../sources/observe.ts';
import type { Source } from '../sources/source.ts';
import type { ReferenceReading, References } from '../verification/reference.ts';
import type { SampledKey } from './sampler.ts';
import type { SampledKeys } from './sampled-keys.ts';

/**
 * Turns answers into evidence about independence. The leader learns from it. Every other replica sends its own to the
 * leader.
 */
export type EvidenceIntake = {
  /** Receives each answer to a request of a caller or of the sampler. */
  readonly onObservation: (
    source: Source,
    observation: SourceObservation,
    tookMs: number,
    params: QuestionParams,
  ) => void;
  /** Receives each value of a reference that the sampler reads. */
  readonly onReading: (sampled: Pick<SampledKey, 'type' | 'key'>, reading: ReferenceReading) => void;
  /** Receives observations of other replicas. Only the leader learns from them. */
  readonly onSharedObservations: (observations: readonly ProviderObservation[]) => void;
};

/** Creates the evidence intake of one replica. */
export function createEvidenceIntake(ports: {
  readonly isLeader: () => boolean;
  /**
   * The keys about which the leader learns. When another replica answers a caller's question, this also counts as a use
   * of the question's key.
   */
  readonly keys: Pick<SampledKeys, 'isSampled' | 'onQuestion'>;
  /** Passes an observation to the learning thread. Returns false when the thread's queue is full. */
  readonly learn: (observation: ProviderObservation) => boolean;
  /** Sends an observation to the leader. */
  readonly share: (observation: ProviderObservation) => void;
  readonly references: References;
  /** Returns the interval between two sampling rounds now, in milliseconds. */
  readonly roundEveryMs: () => number;
  /** Called for each observation that the learning thread could not accept. */
  readonly onDropped: () => void;
}): EvidenceIntake {
  const isNewRound = createRoundGate(ports.roundEveryMs);
  const learn = (observation: ProviderObservation): void => {
    if (ports.keys.isSampled(observation.key) && isNewRound(observation) && !ports.learn(observation)) {
      ports.onDropped();
    }
  };
  return {
    onObservation: (source, observation, tookMs, params) => {
      const evidence = evidenceOf(source, observation, tookMs, params);
      if (evidence !== undefined && ports.isLeader()) {
        learn(evidence);
      } else if (evidence !== undefined && isNewRound(evidence)) {
        ports.share(evidence);
      }
    },
    onReading: ({ type, key }, reading) => {
      const id = ports.references.get(type.id)?.id;
      if (ports.isLeader() && id !== undefined && reading.receivedAtMs !== 0) {
        learn(readingEvidence(id, key, reading));
      }
    },
    onSharedObservations: (observations) => {
      if (ports.isLeader()) {
        observations.forEach((observation) => {
          ports.keys.onQuestion(observation.key);
          learn(observation);
        });
      }
    },
  };
}

/**
 * Returns an answer as evidence about where a provider's numbers come from. Returns undefined for an answer without
 * such evidence.
 */
function evidenceOf(
  source: Source,
  answer: SourceObservation,
  tookMs: number,
  params: QuestionParams,
): ProviderObservation | undefined {
  const field = source.type.agreement?.field;
  if (field === undefined || !isMarketQuestion(source.type, params)) {
    return undefined;
  }
  const common = {
    // The evidence has the time of the question even if the price comes from an older stream update. A request at the
    // time of the question would have returned the same price.
    t: answer.receivedAtMs,
    provider: source.provider.id,
    key: marketKey(source.type, params),
    latencyMs: Math.max(0, tookMs),
  };
  const value = answer.data?.[field];
  if (typeof value === 'string') {
    return { ...common, value, asOf: answer.sourceAtMs ?? null, ok: true };
  }
  const failed = answer.outcome === 'timeout' || answer.outcome === 'unreachable' || answer.outcome === 'http_error';
  return failed ? { ...common, value: null, asOf: null, ok: false, error: answer.outcome } : undefined;
}

function readingEvidence(provider: string, key: string, reading: ReferenceReading): ProviderObservation {
  return {
    t: reading.receivedAtMs,
    provider,
    key,
    latencyMs: Math.max(0, reading.receivedAtMs - reading.askedAtMs),
    value: reading.estimate?.value ?? null,
    asOf: null,
    ok: reading.estimate !== undefined,
  };
}
