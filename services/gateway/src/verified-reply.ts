import { Fault } from '@assay/faults/faults';
import type { Level } from '@assay/catalog/define';
import { fromProtoLevel, toProtoLevel } from '@assay/rpc/levels';
import type { Resolution } from '@assay/rpc/gen/assay/engine/v1/Resolution';
import type { VerifyRequest } from '@assay/rpc/gen/assay/engine/v1/VerifyRequest';
import type { VerifyResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import { deliveryBody, noSourceBody, refusalBody, type AnswerFacts } from './answer-bodies.ts';
import type { Hold } from './metered-call.ts';
import type { Admitted, Call, Reply, RouteTools } from './route.ts';

/** A question in canonical form: the type and its parameters, normalised by the catalog. */
export type Question = {
  readonly type: string;
  readonly params: Readonly<Record<string, string>>;
  /** The level below which the caller wants a refusal. */
  readonly minLevel: Level;
  /** How it was understood, when it came in words. */
  readonly resolution?: Resolution;
};

/**
 * Asks the engine under a hold that was taken, settles, and writes the answer: a delivery, a refusal or no_source.
 * Throws RESOLVE_FAILED when no source answered, and what the engine or the settlement throws.
 */
export async function verifiedReply(
  tools: Pick<RouteTools, 'charging' | 'verify'>,
  call: Call,
  admitted: Admitted,
  hold: Hold,
  question: Question,
): Promise<Reply> {
  const { answer, debitedMicros, balanceMicros, handedOver } = await tools.charging.charged(call, hold, {
    work: async (context) => checked(await tools.verify(requestOf(question, admitted), context)),
    parts: (verified) => [verified],
  });
  const { status, body } = answerOf(answer, {
    type: question.type,
    paramsJson: answer.params_json === '' ? JSON.stringify(question.params) : answer.params_json,
    debitedMicros,
    balanceMicros,
    traceId: call.traceId,
  });
  return { status, body, handedOver };
}

function requestOf(question: Question, admitted: Admitted): VerifyRequest {
  return {
    type: question.type,
    params_json: JSON.stringify(question.params),
    min_level: toProtoLevel(question.minLevel),
    account_id: admitted.accountId,
    ...(question.resolution === undefined ? {} : { resolution: question.resolution }),
  };
}

/**
 * The engine's answer, when it is whole. Throws INTERNAL otherwise: a delivery without its verification must not be paid
 * for, let alone leave.
 */
export function checked(verified: VerifyResponse__Output): VerifyResponse__Output {
  const whole =
    fromProtoLevel(verified.level) !== undefined &&
    verified.origin !== '' &&
    verified.source !== '' &&
    verified.data_json !== '';
  if (verified.outcome === 'OUTCOME_UNSPECIFIED' || (verified.outcome === 'OUTCOME_DELIVERED' && !whole)) {
    throw new Fault('INTERNAL', undefined, { cause: new Error('the engine answered without a verification') });
  }
  return verified;
}

/**
 * The body of an answer of the engine's and the status that goes with it: a delivery, a refusal or no_source. Throws
 * RESOLVE_FAILED when no source answered.
 */
export function answerOf(
  verified: VerifyResponse__Output,
  facts: AnswerFacts,
): { readonly status: number; readonly body: string } {
  const level = fromProtoLevel(verified.level);
  if (verified.outcome === 'OUTCOME_DELIVERED' && level !== undefined) {
    const { data_json: dataJson, origin, source } = verified;
    const sourceCostMicros = BigInt(verified.source_cost_micros);
    return { status: 200, body: deliveryBody({ ...facts, dataJson, level, origin, source, sourceCostMicros }) };
  }
  if (verified.outcome === 'OUTCOME_REFUSED') {
    const required = fromProtoLevel(verified.required) ?? 'single_source';
    return { status: 409, body: refusalBody({ ...facts, reason: verified.reason, required, reached: level ?? null }) };
  }
  if (verified.outcome === 'OUTCOME_NO_SOURCE') {
    return { status: 200, body: noSourceBody({ ...facts, message: verified.reason || noSourceMessage }) };
  }
  throw new Fault('RESOLVE_FAILED', verified.reason === '' ? undefined : verified.reason);
}

/** What callers are told when nothing more exact is known. */
export const noSourceMessage =
  'no source measures what was asked; answers come from data feeds here, never from general knowledge';
