import type { Charge__Output } from '@assay/rpc/gen/assay/billing/v1/Charge';
import type { FailedCall__Output } from '@assay/rpc/gen/assay/engine/v1/FailedCall';
import type { Attempt__Output } from '@assay/rpc/gen/assay/events/v1/Attempt';
import type { Decision__Output } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { PairVerdict__Output } from '@assay/rpc/gen/assay/events/v1/PairVerdict';
import { levels } from '@assay/catalog/define';
import { attemptRoles, gateType, pairVerdicts } from '@assay/catalog/outcomes';
import { decimalString } from '@assay/catalog/decimals';
import { isPlausibleTime } from '@assay/catalog/plausible-time';
import { z } from 'zod';
import { creditsText } from '@assay/metering/credits';
import { failureSchema, failureText, undecidedFields } from './failure-body.ts';
import { jsonObject } from './json-text.ts';

const time = z.iso.datetime();
const anyObject = z.record(z.string(), z.unknown());
const text = (description: string): z.ZodString => z.string().describe(description);

const tracedSource = z.strictObject({
  source: text('The source, as answers name it.'),
  role: z.enum(attemptRoles).describe('The purpose for which the engine asked the source.'),
  outcome: text(
    "ok if the answer counted; otherwise the cause, such as stale or timeout. access_denied means that the source refuses Assay's key or address. key_missing means that the source needs a key, but none is configured.",
  ),
  httpStatus: z
    .number()
    .int()
    .nullable()
    .describe("The HTTP status of the source's response; null if there was no response."),
  askedAt: time.nullable().describe('The time at which the engine asked the source; null if the time is unknown.'),
  receivedAt: time.nullable(),
  asOf: time
    .nullable()
    .describe('The time of the measurement as the source states it; null if the source states no time.'),
  data: anyObject.nullable().describe('What the source answered, in the shape of the type.'),
  cost: decimalString.describe('The cost of this attempt in credits, markup not included.'),
  differenceBps: z
    .number()
    .nullable()
    .describe(
      "The difference between this source's number and the number of the answer's source, in basis points of the smaller number. Null if the engine did not compare the two.",
    ),
  update: z
    .strictObject({
      path: text(
        "direct if the engine's own connection to the venue received the update; shared if the connection of another replica received it.",
      ),
      id: z.string().nullable().describe("The venue's id of the trade; null if the update has no id."),
      receivedAt: time.nullable().describe('The time at which the update arrived from the venue.'),
    })
    .nullable()
    .describe(
      'The stream update from which the engine answered; null if it sent a request. asOf is the time of the update.',
    ),
});

const tracedPair = z.strictObject({
  a: z.string(),
  b: z.string(),
  verdict: z
    .enum(pairVerdicts)
    .describe('Whether the two sources have a shared upstream, as far as Assay has measured it.'),
  nats: z.number().describe('The strength of the evidence for a shared upstream, in nats.'),
  observations: z
    .number()
    .int()
    .describe('The number of observations that could distinguish a copy from an independent source.'),
  since: time.nullable().describe("The time of the verdict's last change; null before the first verdict."),
  measuredOn: z
    .string()
    .nullable()
    .describe(
      'The data type and the asset on which Assay measured the pair, such as spot.price:BTC; null if there is no measurement.',
    ),
  maxShare: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(
      'The upper bound (0 to 1) of the share that each source may contain of the other; null while the bound is unknown.',
    ),
  reason: z
    .string()
    .nullable()
    .describe(
      "The reason why the verdict differs from the measurement, such as a source's statement about itself; null if it does not differ.",
    ),
});

const tracedDecision = z.strictObject({
  at: time.describe('The time of the decision.'),
  type: z
    .string()
    .nullable()
    .describe('The data type, or "gate" for a gate call; null for a question that matched no type.'),
  params: z
    .record(z.string(), z.unknown())
    .describe('The parameters of the question; for a gate call, the trade and the policy.'),
  query: z
    .string()
    .nullable()
    .optional()
    .describe('Only for a question in words: its words; null if the account does not store words.'),
  required: z.enum(levels).nullable(),
  attempt: z
    .number()
    .int()
    .min(1)
    .describe(
      'The number of the attempt that made this decision. It is above 1 if Assay repeated the call after a failure inside Assay.',
    ),
  status: z.enum(['delivered', 'refused', 'no_source', 'error']).describe('The status of the answer.'),
  level: z.enum(levels).nullable().describe('The level that the answer reached; null if it reached no level.'),
  reason: text('The rule that led to this outcome, as a sentence.'),
  answer: anyObject.nullable().describe('The delivered datum, or the judgement of the gate; null if there is neither.'),
  sources: z.array(tracedSource).describe('Every attempt to get an answer from a source.'),
  independence: z.array(tracedPair).describe('The verdicts on pairs of sources at the time of the decision.'),
});

/** The decision behind an answer, with its charge, or a failed call. */
export const traceBody = tracedDecision.extend({
  traceId: z.string().regex(/^tr_[0-9a-f]{32}$/),
  parts: z
    .array(tracedDecision)
    .optional()
    .describe('Only for a gate call: the decisions on its quote and on its risk.'),
  charge: z
    .strictObject({
      heldCredits: z.number().min(0).describe('The credits that Assay held before the work.'),
      debitedCredits: z.number().min(0).describe('The credits that the account was charged.'),
      state: text('The state of the hold: open, captured, confirmed, released, lapsed or reversed.'),
    })
    .nullable()
    .describe('The charge of the answer; null if the request needed no hold.'),
  failure: failureSchema
    .optional()
    .describe('Only for a call that ended with an error: what was asked, and the error.'),
});

/**
 * Returns whether all decisions of a trace have been recorded. The decision of a gate is stored together with the
 * decisions of its parts. So the trace of a gate is complete when the gate's own decision is present.
 */
export function isWholeTrace(decisions: readonly Decision__Output[], charge: Charge__Output | undefined): boolean {
  return decisions.length > 0 && (charge?.operation !== gateType || decisions.some(({ type }) => type === gateType));
}

/**
 * While the database can be written, the engine stores a decision within this many milliseconds after a call failed.
 * During this time, the trace of the call waits for the decision.
 */
const decisionWithinMs = 2_000;

/**
 * Returns whether the decision of a failed call may still arrive. The failed call and the decision are stored
 * separately. Without this wait, the trace of a call whose sources all failed would show for a moment that Assay asked
 * no source.
 * @param charge the hold of the call. A call without a hold failed before the engine was asked.
 */
export function mayGetDecision(
  { failed_at_ms: failedAtMs }: FailedCall__Output,
  charge: Charge__Output | undefined,
  nowMs: number,
): boolean {
  return charge !== undefined && nowMs - Number(failedAtMs) < decisionWithinMs;
}

/**
 * Returns the body of a trace, without the details of failed attempts, which are for operators. Throws RangeError for a
 * trace that has neither a decision nor a failed call.
 * @param decisions the decisions in the order in which they were made. The last one is the answer's, and the others are
 * the parts of a gate call.
 * @param failed the failed call with this trace id.
 */
export function traceBodyOf(
  traceId: string,
  decisions: readonly Decision__Output[],
  charge: Charge__Output | undefined,
  failed: FailedCall__Output | null,
): string {
  const last = decisions.at(-1);
  const failure = failed === null ? undefined : failureText(failed);
  if (last === undefined) {
    if (failed === null) {
      throw new RangeError('a trace needs at least one decision or a failed call');
    }
    const fields = undecidedFields(failed);
    return jsonObject({ traceId: JSON.stringify(traceId), ...fields, charge: chargeText(charge), failure });
  }
  const parts = decisions.slice(0, -1).map((part) => jsonObject(decisionFields(part)));
  return jsonObject({
    traceId: JSON.stringify(traceId),
    ...decisionFields(last),
    parts: last.type === gateType ? `[${parts.join(',')}]` : undefined,
    charge: chargeText(charge),
    failure,
  });
}

function decisionFields(decision: Decision__Output): Record<string, string | undefined> {
  return {
    at: timeText(decision.decided_at_ms),
    type: textOrNull(decision.type),
    params: decision.params_json || '{}',
    query: queryText(decision.resolution),
    required: textOrNull(decision.required),
    attempt: String(Math.max(1, decision.attempt_rank)),
    status: JSON.stringify(statusOf(decision)),
    level: textOrNull(decision.level),
    reason: JSON.stringify(decision.reason),
    answer: answerText(decision),
    sources: `[${decision.attempts.map(sourceText).join(',')}]`,
    independence: `[${decision.independence.map(pairText).join(',')}]`,
  };
}

/** Returns the words of a question as JSON text. Undefined for a call that names its type. */
function queryText(resolution: Decision__Output['resolution']): string | undefined {
  const isWithheld = resolution?.words_withheld === true;
  return isWithheld ? 'null' : resolution?.query ? JSON.stringify(resolution.query) : undefined;
}

function statusOf({ type, outcome }: Decision__Output): string {
  if (type === gateType) {
    return 'delivered';
  }
  switch (outcome) {
    case 'delivered':
    case 'refused':
    case 'no_source':
      return outcome;
    case 'unresolved':
      return 'no_source';
    default:
      return 'error';
  }
}

/**
 * Returns the answer as JSON text. For a gate call, the gate's decision is added as the first field of the judgement.
 */
function answerText({ type, outcome, data_json: dataJson }: Decision__Output): string {
  if (type === gateType) {
    const judgement = dataJson === '' ? {} : (JSON.parse(dataJson) as object);
    return JSON.stringify({ decision: outcome, ...judgement });
  }
  return dataJson || 'null';
}

function sourceText(attempt: Attempt__Output): string {
  return jsonObject({
    source: JSON.stringify(attempt.provider),
    role: JSON.stringify(attempt.role),
    outcome: JSON.stringify(attempt.outcome),
    httpStatus: attempt.http_status === 0 ? 'null' : String(attempt.http_status),
    askedAt: timeText(attempt.asked_at_ms),
    receivedAt: timeText(attempt.received_at_ms),
    asOf: timeText(attempt.source_at_ms),
    data: attempt.data_json || 'null',
    cost: JSON.stringify(creditsText(BigInt(attempt.cost_micros))),
    differenceBps: attempt.difference_bps || 'null',
    update: updateText(attempt),
  });
}

/**
 * Returns the stream update from which the engine answered, as JSON text. Null when the engine sent a request instead.
 */
function updateText({ update }: Attempt__Output): string {
  return update === null || update === undefined
    ? 'null'
    : jsonObject({
        path: JSON.stringify(update.path),
        id: textOrNull(update.id),
        receivedAt: timeText(update.received_at_ms),
      });
}

function pairText(pair: PairVerdict__Output): string {
  return jsonObject({
    a: JSON.stringify(pair.one),
    b: JSON.stringify(pair.other),
    verdict: JSON.stringify(pair.verdict),
    nats: JSON.stringify(pair.nats),
    observations: String(pair.observations),
    since: timeText(pair.since_ms),
    measuredOn: textOrNull(pair.measured_on),
    maxShare: pair.max_share_parts === 0 ? 'null' : String(pair.max_share_parts / 10_000),
    reason: textOrNull(pair.reason),
  });
}

function chargeText(charge: Charge__Output | undefined): string {
  if (charge === undefined) {
    return 'null';
  }
  const isFree = charge.state === 'reversed';
  return jsonObject({
    heldCredits: creditsText(BigInt(charge.held_micros)),
    debitedCredits: isFree ? '0' : creditsText(BigInt(charge.captured_micros)),
    state: JSON.stringify(charge.state),
  });
}

function textOrNull(value: string): string {
  return value === '' ? 'null' : JSON.stringify(value);
}

/**
 * Formats milliseconds since the Unix epoch as an ISO 8601 time. Returns null for zero, which means an unknown time,
 * and for a number that is no valid time. Such a number can be in a decision of an earlier version, which stored times
 * of sources unchecked.
 */
function timeText(milliseconds: string): string {
  const time = Number(milliseconds);
  return !isPlausibleTime(time) ? 'null' : JSON.stringify(new Date(time).toISOString());
}
