import type { ProviderObservation } from '@assay/independence/observation';
import type { QuestionParams } from '@assay/providers/define';
import type { SourceObservation } from '../sources/observe.ts';
import type { Source } from '../sources/source.ts';
import type { ReferenceReading, References } from '../verification/reference.ts';
import { keyOf, type SampledKey } from './sampler.ts';

/** Turns answers into evidence. The leader learns from it; every other replica sends it to the leader. */
export type EvidenceIntake = {
  /** Takes the answer to any request, of a caller or of the sampler. */
  readonly onObservation: (
    source: Source,
    observation: SourceObservation,
    tookMs: number,
    params: QuestionParams,
  ) => void;
  /** Takes the reading of a reference. */
  readonly onReading: (sampled: Pick<SampledKey, 'type' | 'key'>, reading: ReferenceReading) => void;
  /** Takes observations of other replicas. Only the leader learns from them. */
  readonly onSharedObservations: (observations: readonly ProviderObservation[]) => void;
};

/** Answers of one provider about one key within this share of a sampling interval count as one. */
const sameRoundShare = 0.6;
/** Maximum number of provider and key pairs whose last answer is remembered. */
const maxRememberedPairs = 4_096;

/** Creates the intake. */
export function createEvidenceIntake(ports: {
  readonly isLeader: () => boolean;
  /** Hands an observation to the learning thread. Returns false when its queue is full. */
  readonly learn: (observation: ProviderObservation) => boolean;
  /** Sends an observation to the leader. */
  readonly share: (observation: ProviderObservation) => void;
  readonly references: References;
  /** Returns the interval between two sampling rounds now, in milliseconds. */
  readonly roundEveryMs: () => number;
  /** Counts an observation that the learning thread could not take. */
  readonly onDropped: () => void;
}): EvidenceIntake {
  const isNewRound = createRoundGate(ports.roundEveryMs);
  const learn = (observation: ProviderObservation): void => {
    if (isNewRound(observation) && !ports.learn(observation)) {
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
        observations.forEach(learn);
      }
    },
  };
}

/**
 * Creates a filter that passes one answer of each provider and key per round. Otherwise the traffic of callers would end
 * rounds faster than sampling does, and shorten the memory of the counters. The filter also stops answers older than the
 * last one that passed.
 */
function createRoundGate(roundEveryMs: () => number): (observation: ProviderObservation) => boolean {
  const lastAskedMs = new Map<string, number>();
  return ({ provider, key, t, latencyMs }) => {
    const name = `${provider} ${key}`;
    const askedMs = t - latencyMs;
    if (askedMs - (lastAskedMs.get(name) ?? 0) < roundEveryMs() * sameRoundShare) {
      return false;
    }
    if (lastAskedMs.size > maxRememberedPairs) {
      lastAskedMs.clear();
    }
    lastAskedMs.set(name, askedMs);
    return true;
  };
}

/** Returns an answer as evidence. Undefined for an answer that says nothing about the origin of a provider's numbers. */
function evidenceOf(
  source: Source,
  answer: SourceObservation,
  tookMs: number,
  params: QuestionParams,
): ProviderObservation | undefined {
  const field = source.type.agreement?.field;
  if (field === undefined) {
    return undefined;
  }
  const common = {
    t: answer.receivedAtMs,
    provider: source.provider.id,
    key: keyOf(source.type.id, params),
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
