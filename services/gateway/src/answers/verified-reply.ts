import { Fault } from '@assay/faults/faults';
import type { DataType, Level } from '@assay/catalog/define';
import { toProtoLevel } from '@assay/rpc/levels';
import { toProtoParams } from '@assay/rpc/params';
import { readVerifiedAnswer, type VerifiedAnswer } from '@assay/rpc/verified-answer';
import type { Resolution } from '@assay/rpc/gen/assay/engine/v1/Resolution';
import type { VerifyRequest } from '@assay/rpc/gen/assay/engine/v1/VerifyRequest';
import { deliveryBodyOf, noSourceBodyOf, refusalBodyOf, type AnswerFacts } from './answer-bodies.ts';
import type { Hold } from '@assay/metering/hold';
import type { RouteTools } from '../route.ts';
import type { AdmittedCaller, ApiCall } from '../admission/api-call.ts';
import type { HttpReply } from './http-reply.ts';

/** A question as a data type with normalized parameters. */
export type TypedQuestion = {
  readonly type: DataType;
  readonly params: Readonly<Record<string, string>>;
  /** The minimum level. The caller wants a refusal for any lower level. */
  readonly minLevel: Level;
  /** The resolver's reading of the question. Absent when the question named its type. */
  readonly resolution?: Resolution;
  /** A sentence for the caller about the question that it asked in words. */
  readonly notice?: string;
};

/**
 * Asks the engine a question whose hold is already taken, settles the hold, and returns the response: a delivery, a
 * refusal or no_source. Throws RESOLVE_FAILED when no source answered, and rethrows faults of the engine and of the
 * settlement.
 */
export async function verifiedReply(
  tools: Pick<RouteTools, 'meteredCalls' | 'verify'>,
  call: ApiCall,
  admitted: AdmittedCaller,
  hold: Hold,
  question: TypedQuestion,
): Promise<HttpReply> {
  const { result, debitedMicros, balanceMicros, onDelivered } = await tools.meteredCalls.run(call, hold, {
    work: async (context) =>
      readVerifiedAnswer(await tools.verify(requestOf(question, admitted), context), question.type),
    parts: (answer) => [answer],
  });
  const { status, body } = answerOf(result, {
    debitedMicros,
    balanceMicros,
    traceId: call.traceId,
    ...(question.notice === undefined ? {} : { notice: question.notice }),
  });
  return { status, body, onDelivered };
}

function requestOf(question: TypedQuestion, admitted: AdmittedCaller): VerifyRequest {
  return {
    type: question.type.id,
    ...toProtoParams(question.params),
    min_level: toProtoLevel(question.minLevel),
    account_id: admitted.accountId,
    reads_decision: true,
    ...(question.resolution === undefined ? {} : { resolution: question.resolution }),
  };
}

/**
 * Returns the status and the body for an answer of the engine: a delivery, a refusal or no_source. Throws
 * RESOLVE_FAILED when no source answered.
 */
export function answerOf(
  answer: VerifiedAnswer,
  facts: AnswerFacts,
): { readonly status: number; readonly body: string } {
  switch (answer.outcome) {
    case 'delivered':
      return { status: 200, body: deliveryBodyOf(answer, facts) };
    case 'refused':
      return { status: 409, body: refusalBodyOf(answer, facts) };
    case 'no_source':
      return { status: 200, body: noSourceBodyOf(answer.reason || noSourceMessage, answer, facts) };
    default:
      throw new Fault('RESOLVE_FAILED', answer.reason === '' ? undefined : answer.reason);
  }
}

/** The message of a no_source answer when there is no more specific one. */
export const noSourceMessage =
  'no source measures this; answers come from data feeds only, never from general knowledge';
