import type { Attempt__Output } from '@assay/rpc/gen/assay/events/v1/Attempt';
import type { Decision__Output } from '@assay/rpc/gen/assay/events/v1/Decision';

/** A push update of a venue's stream. It contained the answer, so the engine sent no request to the venue. */
export type UpdateView = {
  /**
   * `direct` when the connection of the engine replica that answered received the update. `shared` when another replica
   * received it.
   */
  readonly path: string;
  /** The venue's id of the trade in the update. Empty when the update has none. */
  readonly id: string;
  /** When the engine received the update from the venue, in milliseconds since the Unix epoch. Null when unknown. */
  readonly receivedAtMs: number | null;
};

/** One attempt to get an answer from a source. Times are milliseconds since the Unix epoch, and null when unknown. */
export type AttemptView = {
  readonly source: string;
  readonly role: string;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly askedAtMs: number | null;
  readonly receivedAtMs: number | null;
  /** When the source measured the datum, by its own statement. */
  readonly sourceAtMs: number | null;
  readonly data: string;
  readonly costMicros: string;
  readonly isShared: boolean;
  /**
   * The difference between this source's number and the delivered number, in basis points of the smaller one. Null when the
   * engine did not compare the two.
   */
  readonly differenceBps: number | null;
  /** The stream update that contained the answer. Null when the engine sent a request. */
  readonly update: UpdateView | null;
};

/** A decision in the form that the account's owner sees. */
export type DecisionView = {
  readonly atMs: number;
  /** The data type of the question, or "gate". Empty for a question that no type matched. */
  readonly type: string;
  readonly params: string;
  /** The question in the caller's words. Empty for a call that names its type. Null if the account stores no words. */
  readonly query: string | null;
  readonly outcome: string;
  readonly level: string;
  readonly required: string;
  readonly source: string;
  readonly reason: string;
  readonly data: string;
  readonly latencyMs: number;
  readonly attempts: readonly AttemptView[];
  readonly independence: readonly {
    readonly a: string;
    readonly b: string;
    readonly verdict: string;
    readonly nats: number;
    readonly observations: number;
    readonly sinceMs: number | null;
    /**
     * Upper bound (0 to 1) on the share of its data that one of the two providers gets from the other. Null when
     * unknown.
     */
    readonly maxShare: number | null;
    /**
     * The reason when the verdict uses more than the measurement, such as a statement of the source about itself. Empty
     * otherwise.
     */
    readonly reason: string;
  }[];
};

/** Returns the view of a stored decision, without the details of failed attempts, which are for operators. */
export function decisionView(decision: Decision__Output): DecisionView {
  return {
    atMs: Number(decision.decided_at_ms),
    type: decision.type,
    params: decision.params_json || '{}',
    query: decision.resolution?.words_withheld === true ? null : (decision.resolution?.query ?? ''),
    outcome: decision.outcome,
    level: decision.level,
    required: decision.required,
    source: decision.source,
    reason: decision.reason,
    data: decision.data_json,
    latencyMs: decision.latency_ms,
    attempts: decision.attempts.map(attemptView),
    independence: decision.independence.map((pair) => ({
      a: pair.one,
      b: pair.other,
      verdict: pair.verdict,
      nats: pair.nats,
      observations: pair.observations,
      sinceMs: timeOrNull(pair.since_ms),
      maxShare: shareOrNull(pair.max_share_parts),
      reason: pair.reason,
    })),
  };
}

function attemptView(attempt: Attempt__Output): AttemptView {
  return {
    source: attempt.provider,
    role: attempt.role,
    outcome: attempt.outcome,
    httpStatus: attempt.http_status === 0 ? null : attempt.http_status,
    askedAtMs: timeOrNull(attempt.asked_at_ms),
    receivedAtMs: timeOrNull(attempt.received_at_ms),
    sourceAtMs: timeOrNull(attempt.source_at_ms),
    data: attempt.data_json,
    costMicros: String(attempt.cost_micros),
    isShared: attempt.coalesced,
    differenceBps: attempt.difference_bps ? Number(attempt.difference_bps) : null,
    update: updateView(attempt.update),
  };
}

function updateView(update: Attempt__Output['update']): UpdateView | null {
  return update === null || update === undefined
    ? null
    : { path: update.path, id: update.id, receivedAtMs: timeOrNull(update.received_at_ms) };
}

/** Returns a share (0 to 1) from parts per 10,000. Returns null for zero, which means that the share is unknown. */
export function shareOrNull(parts: number): number | null {
  return parts === 0 ? null : parts / 10_000;
}

function timeOrNull(milliseconds: string): number | null {
  const time = Number(milliseconds);
  return time === 0 ? null : time;
}
