import type { Level } from '@assay/catalog/define';
import { gateType, type UnresolvedOutcome } from '@assay/catalog/outcomes';
import { Fault } from '@assay/faults/faults';
import { traceIdOf, traceparentOf, type CallContext } from '@assay/rpc/context';
import { subjects } from '@assay/rpc/subjects';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { Resolution } from '@assay/rpc/gen/assay/events/v1/Resolution';

/** The account that asked, and how its question was resolved to a type. */
export type Asker = { readonly accountId: string; readonly resolution: Resolution | null };

/**
 * Returns the decision about a question that was sent to no source, because no type matched it or a parameter was
 * missing.
 */
export function unresolvedDecision(
  unresolved: { readonly type: string; readonly outcome: UnresolvedOutcome },
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
    outcome: unresolved.outcome,
    reason:
      unresolved.outcome === 'missing_param'
        ? `the query resolves to ${unresolved.type}, but a required parameter is missing`
        : 'no type of the catalog answers the query',
    resolution: asker.resolution,
    traceparent: traceparentOf(context),
    attempt_rank: context.attempt ?? 1,
  };
}

/**
 * Returns the decision of the gate on a swap. The same trace contains two more decisions: one on the quote of the swap,
 * and one on the risk of its token.
 */
export function gateDecision(
  judged: {
    readonly accountId: string;
    /** The trade and the policy that the gate judged, as JSON. */
    readonly questionJson: string;
    readonly decision: string;
    /** The lowest level of the delivered parts of the swap. Absent when no part was delivered. */
    readonly level?: Level;
    /** The checked mint, and the reasons and caveats of the gate's decision, as JSON. */
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
    level: judged.level ?? '',
    data_json: judged.judgementJson,
    reason: judged.reason,
    latency_ms: judged.latencyMs,
    traceparent: traceparentOf(context),
    attempt_rank: context.attempt ?? 1,
  };
}

const traceIdPattern = /^[0-9a-f]{32}$/;

/**
 * Encodes a decision as a protobuf message that contains only this decision. When such messages are concatenated,
 * protobuf reads them as one message with all decisions. So each decision is encoded only once, and its size is known
 * before it joins a batch. Throws INTERNAL for a decision without a trace id, because no lookup could find it.
 * @param restsOn encoded decisions on which this one is based. They come first in the result.
 */
export function encodeDecision(decision: Decision, restsOn?: Buffer): Buffer {
  if (!isTraceId(decision.trace_id ?? '')) {
    throw new Fault('INTERNAL', undefined, { cause: new Error('a decision without a trace id') });
  }
  const own = subjects.decisionRecorded.encode({ decisions: [decision] });
  return restsOn === undefined ? own : Buffer.concat([restsOn, own]);
}

/**
 * Returns, unchanged, the encoded decisions that a caller of VerifySwap sent back. Throws INVALID_PARAM for unreadable
 * bytes, which would make the whole batch fail, and for a decision of another trace.
 */
export function decisionsOfTrace(encoded: Buffer, context: CallContext): Buffer {
  const traceId = traceIdOf(context);
  if (!tracesIn(encoded)?.every((each) => each === traceId)) {
    throw new Fault('INVALID_PARAM', 'decisions must be those that VerifySwap returned under the same trace id');
  }
  return encoded;
}

function tracesIn(encoded: Buffer): readonly string[] | undefined {
  try {
    return subjects.decisionRecorded.decode(encoded).decisions.map(({ trace_id: traceId }) => traceId);
  } catch {
    // The bytes are not a message. The caller of this function throws.
    return undefined;
  }
}

/** Returns whether a text is a trace id: 32 lowercase hex digits. */
export function isTraceId(text: string): boolean {
  return traceIdPattern.test(text);
}
