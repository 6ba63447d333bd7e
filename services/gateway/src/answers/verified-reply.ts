import { Fault } from '@assay/faults/faults';
import type { Level } from '@assay/catalog/define';
import { fromProtoLevel, toProtoLevel } from '@assay/rpc/levels';
import { fromProtoParams, toProtoParams } from '@assay/rpc/params';
import { readVerifiedAnswer } from '@assay/rpc/verified-answer';
import type { Resolution } from '@assay/rpc/gen/assay/engine/v1/Resolution';
import type { VerifyRequest } from '@assay/rpc/gen/assay/engine/v1/VerifyRequest';
import type { VerifyResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import { deliveryBody, noSourceBody, refusalBody, type AnswerFacts } from './answer-bodies.ts';
import type { Hold } from '../admission/metered-call.ts';
import type { RouteTools } from '../route.ts';
import type { AdmittedCaller, ApiCall } from '../admission/api-call.ts';
import type { HttpReply } from './http-reply.ts';

/** A question as a data type with normalized parameters. */
export type TypedQuestion = {
  readonly type: string;
  readonly params: Readonly<Record<string, string>>;
  /** The minimum level. The caller wants a refusal for any lower level. */
  readonly minLevel: Level;
  /** The resolver's reading of the question. Absent when the question named its type. */
  readonly resolution?: Resolution;
};

/**
 * Asks the engine under a hold that was taken, settles the hold, and returns the response: a delivery, a refusal or
 * no_source. Throws RESOLVE_FAILED when no source answered, and rethrows faults of the engine and of the settlement.
 */
export async function verifiedReply(
  tools: Pick<RouteTools, 'meteredCalls' | 'verify'>,
  call: ApiCall,
  admitted: AdmittedCaller,
  hold: Hold,
  question: TypedQuestion,
): Promise<HttpReply> {
  const { result, debitedMicros, balanceMicros, onDelivered } = await tools.meteredCalls.run(call, hold, {
    work: async (context) => requireComplete(await tools.verify(requestOf(question, admitted), context)),
    parts: (verified) => [verified],
  });
  const { status, body } = answerOf(result, {
    type: question.type,
    params: fromProtoParams(result),
    debitedMicros,
    balanceMicros,
    traceId: call.traceId,
  });
  return { status, body, onDelivered };
}

function requestOf(question: TypedQuestion, admitted: AdmittedCaller): VerifyRequest {
  return {
    type: question.type,
    ...toProtoParams(question.params),
    min_level: toProtoLevel(question.minLevel),
    account_id: admitted.accountId,
    ...(question.resolution === undefined ? {} : { resolution: question.resolution }),
  };
}

/** Returns the engine's answer if it is complete. Throws INTERNAL otherwise, before the account is charged. */
export function requireComplete(verified: VerifyResponse__Output): VerifyResponse__Output {
  readVerifiedAnswer(verified);
  return verified;
}

/**
 * Returns the status and the body for an answer of the engine: a delivery, a refusal or no_source. Throws
 * RESOLVE_FAILED when no source answered.
 */
export function answerOf(
  verified: VerifyResponse__Output,
  facts: AnswerFacts,
): { readonly status: number; readonly body: string } {
  const answer = readVerifiedAnswer(verified);
  switch (answer.outcome) {
    case 'delivered': {
      return { status: 200, body: deliveryBody(facts, answer, BigInt(verified.source_cost_micros)) };
    }
    case 'refused': {
      const { reason, reached = null } = answer;
      const required = fromProtoLevel(verified.required) ?? 'single_source';
      return { status: 409, body: refusalBody({ ...facts, reason, required, reached }) };
    }
    case 'no_source':
      return { status: 200, body: noSourceBody({ ...facts, message: answer.reason || noSourceMessage }) };
    default:
      throw new Fault('RESOLVE_FAILED', answer.reason === '' ? undefined : answer.reason);
  }
}

/** The message of a no_source answer when there is no more specific one. */
export const noSourceMessage =
  'no source measures this; answers come from data feeds only, never from general knowledge';
