import type { Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import { traceIdOf, traceparentOf, type CallContext } from '@assay/rpc/context';
import { subjects } from '@assay/rpc/subjects';
import type { Attempt as AttemptMessage } from '@assay/rpc/gen/assay/events/v1/Attempt';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { Resolution } from '@assay/rpc/gen/assay/events/v1/Resolution';
import type { PairVerdict as PairMessage } from '@assay/rpc/gen/assay/events/v1/PairVerdict';
import type { MeasuredPair } from '../verification/measured-pair.ts';
import type { AttemptReport, AnswerReport } from '../verification/report.ts';

/** Who asked, and how the question became a type. */
export type Asker = { readonly accountId: string; readonly resolution: Resolution | null };

/** The decision of an answered question, as it is recorded. */
export function decisionOf(
  report: AnswerReport,
  asker: Asker,
  times: { readonly startedAtMs: number; readonly decidedAtMs: number; readonly required: Level },
  context: CallContext,
): Decision {
  const { used } = report;
  return {
    trace_id: traceIdOf(context),
    decided_at_ms: times.decidedAtMs,
    account_id: asker.accountId,
    type: report.type.id,
    params_json: report.paramsJson,
    outcome: report.outcome,
    level: report.level ?? '',
    required: times.required,
    source: used?.source ?? '',
    origin: used === undefined ? '' : report.type.origin,
    data_json: report.outcome === 'delivered' ? (used?.dataJson ?? '') : '',
    reason: report.reason,
    source_cost_micros: Number(used?.costMicros ?? 0n),
    total_cost_micros: Number(report.totalCostMicros),
    latency_ms: Math.max(0, times.decidedAtMs - times.startedAtMs),
    attempts: report.attempts.map(attemptMessage),
    independence: report.pairs.map(pairMessage),
    resolution: asker.resolution,
    traceparent: traceparentOf(context),
  };
}

function pairMessage({ a, b, verdict, nats, observations, sinceMs }: MeasuredPair): PairMessage {
  return { one: a, other: b, verdict, nats, observations, since_ms: sinceMs };
}

function attemptMessage(attempt: AttemptReport): AttemptMessage {
  return {
    provider: attempt.provider,
    role: attempt.role,
    outcome: attempt.outcome,
    asked_at_ms: attempt.askedAtMs,
    received_at_ms: attempt.receivedAtMs,
    source_at_ms: attempt.sourceAtMs,
    data_json: attempt.dataJson,
    detail: attempt.detail,
    cost_micros: Number(attempt.costMicros),
    http_status: attempt.httpStatus,
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

/** The type under which a gate's own decision is recorded, beside those of the catalog's types that it rests on. */
const gateType = 'gate';

/** What a gate decided over the two parts of its trace, which are decisions of their own. */
export function gateDecision(
  judged: {
    readonly accountId: string;
    /** The trade and the policy. */
    readonly questionJson: string;
    readonly decision: string;
    /** The checked mint, the reasons and the caveats. */
    readonly judgementJson: string;
    readonly reason: string;
    readonly latencyMs: number;
  },
  nowMs: number,
  context: CallContext,
): Decision {
  return {
    trace_id: traceIdOf(context),
    decided_at_ms: nowMs,
    account_id: judged.accountId,
    type: gateType,
    params_json: judged.questionJson,
    outcome: judged.decision,
    data_json: judged.judgementJson,
    reason: judged.reason,
    latency_ms: judged.latencyMs,
    traceparent: traceparentOf(context),
  };
}

const traceIdPattern = /^[0-9a-f]{32}$/;

/**
 * A decision as a message of one decision. Such messages can be laid end to end: by protobuf's rules that is the
 * message of them all, so each decision is encoded once, and its size is known before it is gathered with others.
 * @param restsOn such messages of decisions that this one rests on, which go before it.
 * Throws INTERNAL for a decision without a trace id, since nobody could ever look it up.
 */
export function encodeDecision(decision: Decision, restsOn?: Buffer): Buffer {
  if (!isTraceId(decision.trace_id ?? '')) {
    throw new Fault('INTERNAL', undefined, { cause: new Error('a decision without a trace id') });
  }
  const own = subjects.decisionRecorded.encode({ decisions: [decision] });
  return restsOn === undefined ? own : Buffer.concat([restsOn, own]);
}

/**
 * Decisions that somebody else kept for us to record, as they are, once it is sure that they are decisions of this very
 * call. Throws INVALID_PARAM otherwise: bytes that nobody can read would hold up all that are recorded with them.
 */
export function decisionsOfTrace(encoded: Buffer, context: CallContext): Buffer {
  const traceId = traceIdOf(context);
  if (!tracesIn(encoded)?.every((each) => each === traceId)) {
    throw new Fault('INVALID_PARAM', 'decisions must be those that VerifySwap gave under the same trace id');
  }
  return encoded;
}

function tracesIn(encoded: Buffer): readonly string[] | undefined {
  try {
    return subjects.decisionRecorded.decode(encoded).decisions.map(({ trace_id: traceId }) => traceId);
  } catch {
    // Bytes that are no message; the caller says so.
    return undefined;
  }
}

/** Whether a text is a trace id: 32 lowercase hex digits. */
export function isTraceId(text: string): boolean {
  return traceIdPattern.test(text);
}
