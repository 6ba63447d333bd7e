import type { Level } from '@assay/catalog/define';
import type { VerifyRequest__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyRequest';
import type { VerifyResponse } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { CallContext } from '@assay/rpc/context';
import { fromProtoLevel, toProtoLevel } from '@assay/rpc/levels';
import { toProtoParams } from '@assay/rpc/params';
import { toProtoOutcome } from '@assay/rpc/outcomes';
import type { EngineAnswer } from '../verification/answer.ts';
import { decisionOf, type Asker } from './decision.ts';

/** The circumstances of a question that are part of its decision. */
export type Asked = {
  readonly asker: Asker;
  readonly startedAtMs: number;
  readonly decidedAtMs: number;
  readonly required: Level;
};

/** Returns the decision of an answer, and the response to send once the decision is durable. */
export function decided(
  answer: EngineAnswer,
  asked: Asked,
  context: CallContext,
): { readonly decision: Decision; readonly response: VerifyResponse } {
  const decision = decisionOf(answer, asked.asker, asked, context);
  const response: VerifyResponse = {
    outcome: toProtoOutcome(answer.outcome),
    data_json: decision.data_json ?? '',
    ...toProtoParams(answer.params, decision.params_json),
    level: answer.level === undefined ? 'LEVEL_UNSPECIFIED' : toProtoLevel(answer.level),
    origin: answer.type.origin,
    source: decision.source ?? '',
    source_cost_micros: decision.source_cost_micros ?? 0,
    total_cost_micros: decision.total_cost_micros ?? 0,
    reason: answer.reason,
    required: toProtoLevel(asked.required),
    problem_code: answer.problemCode ?? '',
  };
  return { decision, response };
}

/** Returns the required level. When the caller states none, the lowest level is required. */
export function requiredLevel(message: VerifyRequest__Output['min_level']): Level {
  return fromProtoLevel(message) ?? 'single_source';
}
