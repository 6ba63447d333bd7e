import type { Level } from '@assay/catalog/define';
import type { AnswerOutcome } from '@assay/catalog/outcomes';
import type { VerifyResponse, VerifyResponse__Output } from './gen/assay/engine/v1/VerifyResponse.ts';
import type { Decision, Decision__Output } from './gen/assay/events/v1/Decision.ts';
import { fromProtoLevel, toProtoLevel } from './levels.ts';
import { messageCodec } from './load.ts';
import { fromProtoOutcome, toProtoOutcome } from './outcomes.ts';
import { fromProtoParams, toProtoParams, type MessageParams } from './params.ts';

/** The parts of a decision that a response of version 0.1 has in another form than the decision: as enums and a map. */
type DecidedWords = {
  readonly outcome: AnswerOutcome;
  readonly level: Level | undefined;
  readonly required: Level;
  readonly params: MessageParams;
};

/** Returns the response for a caller of version 0.1, which does not read the decision itself. Remove it after 0.2. */
export function toResponseOf01(decision: Decision, { outcome, level, required, params }: DecidedWords): VerifyResponse {
  return {
    outcome: toProtoOutcome(outcome),
    data_json: decision.data_json ?? '',
    ...toProtoParams(params, decision.params_json),
    level: level === undefined ? 'LEVEL_UNSPECIFIED' : toProtoLevel(level),
    origin: decision.origin ?? '',
    source: decision.source ?? '',
    source_cost_micros: decision.source_cost_micros ?? 0,
    total_cost_micros: decision.total_cost_micros ?? 0,
    reason: decision.reason ?? '',
    required: toProtoLevel(required),
    problem_code: decision.problem_code ?? '',
  };
}

const decisions = messageCodec<Decision, Decision__Output>('assay.events.v1.Decision');

/**
 * Returns the decision in a response of an engine of version 0.1. Fields that version 0.1 does not send have their
 * defaults. Remove it after 0.2.
 * @param type the id of the type about which the caller asked.
 */
export function fromResponseOf01(response: VerifyResponse__Output, type: string): Decision__Output {
  const decision: Decision = {
    type,
    params_json: JSON.stringify(fromProtoParams(response)),
    outcome: fromProtoOutcome(response.outcome) ?? '',
    level: fromProtoLevel(response.level) ?? '',
    required: fromProtoLevel(response.required) ?? 'single_source',
    source: response.source,
    origin: response.origin,
    data_json: response.data_json,
    reason: response.reason,
    source_cost_micros: response.source_cost_micros,
    total_cost_micros: response.total_cost_micros,
    problem_code: response.problem_code,
  };
  return decisions.decode(decisions.encode(decision));
}
