import type { VerifyResponse, VerifyResponse__Output } from '../gen/assay/engine/v1/VerifyResponse.ts';
import type { Decision, Decision__Output } from '../gen/assay/events/v1/Decision.ts';
import { messageCodec } from '../load.ts';

const decisions = messageCodec<Decision, Decision__Output>('assay.events.v1.Decision');
const responses = messageCodec<VerifyResponse, VerifyResponse__Output>('assay.engine.v1.VerifyResponse');

/** Returns a decision as a service receives it. Fields that are not given have their defaults. */
export function decisionWith(fields: Decision): Decision__Output {
  return decisions.decode(decisions.encode(fields));
}

/** Returns a response of the engine as a service receives it. Fields that are not given have their defaults. */
export function responseWith(fields: VerifyResponse): VerifyResponse__Output {
  return responses.decode(responses.encode(fields));
}
