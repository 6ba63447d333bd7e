import type { Level } from '@assay/catalog/define';
import { storedShareParts, type MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import { toResponseOf01 } from '@assay/rpc/answer-of-0-1';
import { traceIdOf, traceparentOf, type CallContext } from '@assay/rpc/context';
import type { VerifyRequest__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyRequest';
import type { VerifyResponse } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import type { Attempt as AttemptMessage } from '@assay/rpc/gen/assay/events/v1/Attempt';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { PairVerdict as PairMessage } from '@assay/rpc/gen/assay/events/v1/PairVerdict';
import { fromProtoMinLevel } from '@assay/rpc/levels';
import { messageMaker } from '@assay/rpc/message-fields';
import type { Attempt, EngineAnswer } from '../verification/answer.ts';
import type { Asker } from './decision.ts';

/** Facts about the call of a question, which its decision and its response need besides the answer. */
export type Asked = {
  readonly asker: Asker;
  readonly startedAtMs: number;
  readonly decidedAtMs: number;
  readonly required: Level;
  /** Whether the caller reads the decision in the response. Callers of version 0.1 do not. Remove it after 0.2. */
  readonly readsDecision: boolean;
};

/**
 * Returns the decision of an answer, and the response to send once the decision is durable. The response contains the
 * same decision without its two lists, because they are most of its bytes and no caller needs them.
 */
export function decided(
  answer: EngineAnswer,
  asked: Asked,
  context: CallContext,
): { readonly decision: Decision; readonly response: VerifyResponse } {
  const sent = sentDecisionOf(answer, asked, context);
  const { outcome, level, params, attempts, pairs } = answer;
  return {
    decision: { ...sent, attempts: attempts.map(attemptMessage), independence: pairs.map(pairMessage) },
    response: asked.readsDecision
      ? { decision: sent }
      : toResponseOf01(sent, { outcome, level, params, required: asked.required }),
  };
}

/**
 * Returns the level that the caller requires. A caller that states no level accepts the lowest one. Throws INTERNAL for
 * a level that this version does not know.
 */
export function requiredLevel(message: VerifyRequest__Output['min_level']): Level {
  return fromProtoMinLevel(message) ?? 'single_source';
}

/**
 * Copies into a decision the fields that have the same name in the answer, such as the outcome and the reason. A field
 * that is added to both types is copied without a change here.
 */
const sharedFields = messageMaker<Decision>('assay.events.v1.Decision');

/**
 * Makes the protobuf message of an attempt. It copies each field of the message that an attempt also has, so a new
 * field needs no change here.
 */
const attemptMessage: (attempt: Attempt) => AttemptMessage = messageMaker<AttemptMessage>('assay.events.v1.Attempt');

function sentDecisionOf(answer: EngineAnswer, asked: Asked, context: CallContext): Decision {
  const { type, used, attempts: _attempts, pairs: _pairs, params, ...shared } = answer;
  return {
    ...sharedFields(shared),
    trace_id: traceIdOf(context),
    decided_at_ms: asked.decidedAtMs,
    account_id: asked.asker.accountId,
    type: type.id,
    params_json: JSON.stringify(params),
    level: answer.level ?? '',
    required: asked.required,
    source: used?.provider ?? '',
    origin: used === undefined ? '' : type.origin,
    data_json: answer.outcome === 'delivered' ? (used?.dataJson ?? '') : '',
    source_cost_micros: Number(used?.costMicros ?? 0n),
    latency_ms: Math.max(0, asked.decidedAtMs - asked.startedAtMs),
    resolution: asked.asker.resolution,
    traceparent: traceparentOf(context),
    attempt_rank: context.attempt ?? 1,
  };
}

function pairMessage(pair: MeasuredPair): PairMessage {
  return {
    one: pair.a,
    other: pair.b,
    verdict: pair.verdict,
    nats: pair.nats,
    observations: pair.observations,
    since_ms: pair.sinceMs,
    measured_on: pair.measuredOn,
    max_share_parts: storedShareParts(pair.maxShare),
    reason: pair.reason ?? '',
  };
}
