import { faults, type Fault, type FaultCode } from '@assay/faults/faults';
import type { Level } from '@assay/catalog/define';
import type { DeliveredAnswer } from '@assay/rpc/verified-answer';
import { creditsText } from '@assay/metering/credits';
import { jsonObject } from './json-text.ts';

/** The facts that every answer to a question carries. Amounts are micro-credits. */
export type AnswerFacts = {
  readonly type?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly debitedMicros: bigint;
  readonly balanceMicros: bigint;
  readonly traceId: string;
  /** A remark on the question in words, such as that it contains further questions. */
  readonly notice?: string;
};

/**
 * Returns the body of a delivered answer. Each field is named, because copying objects takes longer than writing the
 * text.
 */
export function deliveryBody(facts: AnswerFacts, delivery: DeliveredAnswer): string {
  const { type, params, debitedMicros, balanceMicros, traceId, notice } = facts;
  const traceIdText = JSON.stringify(traceId);
  const verification = jsonObject({
    level: JSON.stringify(delivery.level),
    origin: JSON.stringify(delivery.origin),
    source: JSON.stringify(delivery.source),
    cost: `"${creditsText(delivery.sourceCostMicros)}"`,
    traceId: traceIdText,
  });
  return jsonObject({
    status: '"delivered"',
    data: delivery.dataJson,
    verification,
    type: type === undefined ? undefined : JSON.stringify(type),
    params: params && JSON.stringify(params),
    debitedCredits: creditsText(debitedMicros),
    balanceAfter: creditsText(balanceMicros),
    traceId: traceIdText,
    notice: notice === undefined ? undefined : JSON.stringify(notice),
  });
}

/** Returns the body of a refusal: a source answered, but the answer did not reach the required level. */
export function refusalBody(
  facts: AnswerFacts & { readonly reason: string; readonly required: Level; readonly reached: Level | null },
): string {
  return jsonObject({
    status: '"refused"',
    code: '"NO_QUALIFYING_DELIVERY"',
    error: JSON.stringify(faults.NO_QUALIFYING_DELIVERY.defaultMessage),
    reason: JSON.stringify(facts.reason),
    required: JSON.stringify(facts.required),
    reached: JSON.stringify(facts.reached),
    ...questionAndCharge(facts),
  });
}

/** Returns the body of a no_source answer: no source measures what the question asks for. */
export function noSourceBody(facts: AnswerFacts & { readonly message: string }): string {
  return jsonObject({ status: '"no_source"', message: JSON.stringify(facts.message), ...questionAndCharge(facts) });
}

/** A fault as callers see it: status, public code and body. */
export type PublicFault = { readonly status: number; readonly code: FaultCode; readonly body: string };

/**
 * Returns the public form of a fault. An internal code appears as its public code, with the default message of the
 * internal code. Extra fields that are bigints are micro-credits, and are written as credits.
 */
export function publicFaultOf(fault: Fault, traceId: string): PublicFault {
  const row: { readonly http: number; readonly publicCode?: FaultCode } = faults[fault.code];
  const code = row.publicCode ?? fault.code;
  const extra = Object.entries(fault.extra).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? creditsText(value) : JSON.stringify(value),
  ]);
  const body = jsonObject({
    status: '"error"',
    code: JSON.stringify(code),
    error: JSON.stringify(publicMessageOf(fault)),
    traceId: JSON.stringify(traceId),
    ...(Object.fromEntries(extra) as Record<string, string | undefined>),
  });
  return { status: faults[code].http, code, body };
}

/** Returns the sentence of a fault that callers see. An internal code has its default message. */
export function publicMessageOf({ code, message }: Fault): string {
  const row: { readonly defaultMessage: string; readonly publicCode?: FaultCode } = faults[code];
  return row.publicCode === undefined ? message : row.defaultMessage;
}

function questionAndCharge(facts: AnswerFacts): Record<string, string | undefined> {
  return {
    type: facts.type === undefined ? undefined : JSON.stringify(facts.type),
    params: facts.params && JSON.stringify(facts.params),
    debitedCredits: creditsText(facts.debitedMicros),
    balanceAfter: creditsText(facts.balanceMicros),
    traceId: JSON.stringify(facts.traceId),
    notice: facts.notice === undefined ? undefined : JSON.stringify(facts.notice),
  };
}
