import type { Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import { traceIdOf, traceparentOf, type CallContext } from '@assay/rpc/context';
import { subjects } from '@assay/rpc/subjects';
import type { Attempt as AttemptMessage } from '@assay/rpc/gen/assay/events/v1/Attempt';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { Resolution } from '@assay/rpc/gen/assay/events/v1/Resolution';
import type { PairVerdict as PairMessage } from '@assay/rpc/gen/assay/events/v1/PairVerdict';
import type { PairVerdict } from '../measurement/picture.ts';
import type { ReferenceReading } from '../references/reference.ts';
import type { Attempt } from '../verification/consult.ts';
import type { Answered } from '../verification/verify.ts';

/** Who asked, and how the question became a type. */
export type Asker = { readonly accountId: string; readonly resolution: Resolution | null };

/** The decision of an answered question, as it is recorded. */
export function decisionOf(
  answered: Answered,
  asker: Asker,
  times: { readonly startedAtMs: number; readonly decidedAtMs: number; readonly required: Level },
  context: CallContext,
): Decision {
  const { verdict, type } = answered;
  const delivered = verdict.outcome === 'delivered';
  return {
    trace_id: traceIdOf(context),
    decided_at_ms: times.decidedAtMs,
    account_id: asker.accountId,
    type: type.id,
    params_json: answered.paramsJson,
    outcome: verdict.outcome,
    level: verdict.level ?? '',
    required: times.required,
    source: verdict.used?.step.source.name ?? '',
    origin: verdict.used === undefined ? '' : type.origin,
    data_json: delivered ? (verdict.used?.observation.dataJson ?? '') : '',
    reason: verdict.reason,
    source_cost_micros: Number(verdict.used?.costMicros ?? 0n),
    total_cost_micros: Number(verdict.totalCostMicros),
    latency_ms: Math.max(0, times.decidedAtMs - times.startedAtMs),
    attempts: attemptMessages(answered),
    independence: answered.consulted.comparison.pairs.map((pair) => pairMessage(pair, answered)),
    resolution: asker.resolution,
    traceparent: traceparentOf(context),
  };
}

/** What was asked, in the order of asking; the reference, which was asked beside all of it, last. */
function attemptMessages({ consulted, verdict }: Answered): AttemptMessage[] {
  const messages = consulted.consultation.attempts.map((attempt) => attemptMessage(attempt, attempt === verdict.used));
  return consulted.reference === undefined ? messages : [...messages, referenceMessage(consulted.reference.reading)];
}

function referenceMessage(reading: ReferenceReading): AttemptMessage {
  return {
    provider: reading.name,
    role: 'reference',
    outcome: reading.outcome,
    asked_at_ms: reading.askedAtMs,
    received_at_ms: reading.receivedAtMs,
    source_at_ms: reading.sourceAtMs ?? 0,
    data_json: reading.dataJson,
    detail: reading.detail,
    cost_micros: Number(reading.costMicros),
    http_status: reading.httpStatus,
    coalesced: false,
  };
}

/** A pair as it was known at the decision, under the names that the attempts have. */
function pairMessage(pair: PairVerdict, { consulted }: Answered): PairMessage {
  const nameOf = (id: string): string =>
    consulted.reference?.id === id
      ? consulted.reference.reading.name
      : (consulted.comparison.compared.find(({ step }) => step.source.provider.id === id)?.step.source.name ?? id);
  return {
    one: nameOf(pair.one),
    other: nameOf(pair.other),
    verdict: pair.verdict,
    nats: pair.nats,
    observations: pair.observations,
    since_ms: pair.sinceMs,
  };
}

function attemptMessage(attempt: Attempt, used: boolean): AttemptMessage {
  return {
    provider: attempt.step.source.name,
    role: used ? 'source' : attempt.role === 'source' && attempt.outcome === 'ok' ? 'peer' : attempt.role,
    outcome: attempt.outcome,
    asked_at_ms: attempt.askedAtMs,
    received_at_ms: attempt.receivedAtMs,
    source_at_ms: attempt.observation?.sourceAtMs ?? 0,
    data_json: attempt.observation?.dataJson ?? '',
    detail: attempt.detail,
    cost_micros: Number(attempt.costMicros),
    http_status: attempt.observation?.httpStatus ?? 0,
    coalesced: attempt.coalesced,
  };
}

/** The decision of a question that never reached a source: no type matched it, or a parameter was missing. */
export function unresolvedDecision(
  unresolved: { readonly type: string; readonly missingParam: boolean },
  asker: Asker,
  nowMs: number,
  context: CallContext,
): Decision {
  return {
    trace_id: traceIdOf(context),
    decided_at_ms: nowMs,
    account_id: asker.accountId,
    type: unresolved.type,
    params_json: '{}',
    outcome: unresolved.missingParam ? 'missing_param' : 'unresolved',
    reason: unresolved.missingParam
      ? `the question was understood as ${unresolved.type}, and it lacks a parameter`
      : 'no type of the catalog measures what was asked',
    resolution: asker.resolution,
    traceparent: traceparentOf(context),
  };
}

const traceIdPattern = /^[0-9a-f]{32}$/;

/**
 * A decision as a message of one decision. Such messages can be laid end to end: by protobuf's rules that is the
 * message of them all, so each decision is encoded once, and its size is known before it is gathered with others.
 * Throws INTERNAL for a decision without a trace id, since nobody could ever look it up.
 */
export function encodeDecision(decision: Decision): Buffer {
  if (!isTraceId(decision.trace_id ?? '')) {
    throw new Fault('INTERNAL', undefined, { cause: new Error('a decision without a trace id') });
  }
  return subjects.decisionRecorded.encode({ decisions: [decision] });
}

/** Whether a text is a trace id: 32 lowercase hex digits. */
export function isTraceId(text: string): boolean {
  return traceIdPattern.test(text);
}
