import { deliveryOutcomes, type DeliveryOutcome } from '@assay/catalog/outcomes';
import { unreadFields } from '@assay/catalog/unread-fields';
import { canonicalJson } from '@assay/client/canonical-json';
import { datumOf, type DeliveredAnswer, type UndeliveredAnswer, type VerifiedAnswer } from '@assay/rpc/verified-answer';
import { createHash } from 'node:crypto';
import type { WatchCondition } from '@assay/catalog/bodies/new-watch';
import { unreadReason } from '../../registry/unread-condition.ts';
import { evaluateCondition, type ConditionValue } from './condition.ts';
import { comparableRisk, firstBasis, storedBasis, type RiskBasis } from './risk-basis.ts';

/** How a delivery ends after each answer without a datum. */
const silentOutcomes = {
  refused: 'refused',
  no_source: 'no_source',
  failed: 'unverified',
} as const satisfies Record<UndeliveredAnswer['outcome'], DeliveryOutcome>;

/**
 * The reason, for each answer without a datum, why no condition was evaluated. The catalog's text for `failed` also
 * covers another case, so this one is more exact.
 */
const silentReasons: Readonly<Record<UndeliveredAnswer['outcome'], string>> = {
  refused: deliveryOutcomes.refused,
  no_source: deliveryOutcomes.no_source,
  failed: 'no source answered the verification',
};

/** How a delivery ends that notifies nobody: the condition did not hold, or it could not be evaluated. */
type SilentOutcome = Extract<DeliveryOutcome, 'unmet'> | (typeof silentOutcomes)[UndeliveredAnswer['outcome']];

/** The result of a verification for a watch: nothing to notify (`silent`), or a notification (`fires`). */
export type WatchEvaluation = {
  /** Slot of the datum, if it has one. */
  readonly slot?: bigint | undefined;
  /** Whether the datum differs from the previous one. True when there is no datum. */
  readonly isChanged: boolean;
  /** JSON of the value that the next verification is compared with. Undefined to leave the present value unchanged. */
  readonly comparedJson: string | undefined;
  /** JSON of the factors that belong to the compared value. Undefined to leave the present factors unchanged. */
  readonly basisJson?: string | undefined;
} & (
  | {
      readonly kind: 'silent';
      readonly outcome: SilentOutcome;
      /** The reason why the condition could not be evaluated. Absent when it could. */
      readonly notEvaluated?: string | undefined;
    }
  | {
      readonly kind: 'fires';
      /** What the notification delivers, and what the account pays for. */
      readonly answer: DeliveredAnswer;
    }
);

/** The fields of a watch that an evaluation needs. */
export type EvaluatedWatch = {
  readonly type: string;
  readonly condition: WatchCondition | undefined;
  /** JSON of the value that the watch compares with. Null before the first verification. */
  readonly comparedJson: string | null;
  /** JSON of the factors that belong to the compared value. Null or absent when there are none. */
  readonly basisJson?: string | null;
};

/**
 * Evaluates the engine's answer for a watch. Only a delivered datum can fire or be compared with. A datum never fires
 * because something became unreadable. A condition on the score or the factors of a risk compares only the parts that
 * both verifications read. If a condition is on any other field and the field was not read, the condition is not
 * evaluated.
 */
export function evaluateAnswer(watch: EvaluatedWatch, answer: VerifiedAnswer): WatchEvaluation {
  if (answer.outcome !== 'delivered') {
    const { [answer.outcome]: outcome } = silentOutcomes;
    const notEvaluated = reasonOf(answer);
    return { kind: 'silent', outcome, notEvaluated, comparedJson: undefined, isChanged: true };
  }
  const data = datumOf(answer);
  const slot = slotOf(data);
  const compared = compare(watch, data);
  if (compared.kind === 'unreadable') {
    const { reason, basisJson } = compared;
    const notEvaluated = { notEvaluated: reason, comparedJson: undefined, basisJson };
    return { kind: 'silent', outcome: 'unverified', ...notEvaluated, slot, isChanged: false };
  }
  const { fires, isChanged, comparedJson, basisJson } = compared;
  const next = { comparedJson, basisJson, slot, isChanged };
  return fires
    ? { kind: 'fires', answer, ...next }
    : { kind: 'silent', outcome: 'unmet', notEvaluated: compared.notEvaluated, ...next };
}

/** Returns why an answer has no datum. A refusal states which level it reached, or which sources contradict each other. */
function reasonOf({ outcome, reason }: UndeliveredAnswer): string {
  const { [outcome]: general } = silentReasons;
  return outcome === 'refused' && reason !== '' ? `the verification was refused: ${reason}` : general;
}

/** The comparison of a datum with the previous one. `unreadable`: the condition cannot be evaluated for this datum. */
type Compared =
  | { readonly kind: 'unreadable'; readonly reason: string; readonly basisJson?: string }
  | {
      readonly kind: 'compared';
      readonly fires: boolean;
      readonly isChanged: boolean;
      readonly comparedJson: string | undefined;
      readonly basisJson?: string;
      readonly notEvaluated?: string | undefined;
    };

function compare(watch: EvaluatedWatch, data: Readonly<Record<string, unknown>>): Compared {
  const { type, condition } = watch;
  const previous = watch.comparedJson === null ? undefined : { value: JSON.parse(watch.comparedJson) as unknown };
  const first = condition === undefined ? undefined : firstBasis(type, condition.field, data);
  if (condition !== undefined && first !== undefined) {
    return compareRisk(watch, condition, first, previous, data);
  }
  const reason = condition === undefined ? undefined : reasonNotEvaluated(type, condition, data);
  if (reason !== undefined) {
    return { kind: 'unreadable', reason };
  }
  const { fires, compared } = evaluateCondition(condition, previous, data);
  if (condition === undefined) {
    const comparedJson = JSON.stringify(fingerprint(data));
    return { kind: 'compared', fires, comparedJson, isChanged: comparedJson !== watch.comparedJson };
  }
  const comparedJson = compared === undefined ? undefined : JSON.stringify(compared.value);
  const notEvaluated = unreadReason(type, condition, data);
  return { kind: 'compared', fires, comparedJson, notEvaluated, isChanged: previous === undefined || fires };
}

/** Compares the score or the factors of a risk, using only the parts that both verifications read. */
function compareRisk(
  { comparedJson, basisJson }: EvaluatedWatch,
  condition: WatchCondition,
  first: RiskBasis,
  previous: ConditionValue,
  data: Readonly<Record<string, unknown>>,
): Compared {
  if (previous === undefined) {
    const next = { comparedJson: JSON.stringify(first.value), basisJson: JSON.stringify(first) };
    return { kind: 'compared', fires: false, isChanged: true, ...next };
  }
  const basis = storedBasis(basisJson ?? null, previous.value);
  if (basis === undefined) {
    return compareWithoutBasis(condition, previous, first, data, comparedJson);
  }
  const risk = comparableRisk(condition.field, first, basis);
  const { fires } = evaluateCondition(condition, { value: risk.before }, { [condition.field]: risk.now });
  const next = { comparedJson: JSON.stringify(risk.basis.value), basisJson: JSON.stringify(risk.basis) };
  return { kind: 'compared', fires, isChanged: fires, ...next };
}

/** Compares with a value from an earlier release, which stored no factors, and stored only complete risks. */
function compareWithoutBasis(
  condition: WatchCondition,
  previous: ConditionValue,
  first: RiskBasis,
  data: Readonly<Record<string, unknown>>,
  storedJson: string | null,
): Compared {
  if (first.unread.length > 0) {
    const value: unknown = JSON.parse(storedJson ?? 'null');
    const reason = `"${condition.field}" was not read fully; the next verification is compared with this one`;
    return { kind: 'unreadable', reason, basisJson: JSON.stringify({ ...first, value }) };
  }
  const { fires } = evaluateCondition(condition, previous, data);
  const next = { comparedJson: JSON.stringify(first.value), basisJson: JSON.stringify(first) };
  return { kind: 'compared', fires, isChanged: fires, ...next };
}

/**
 * Returns why a condition cannot be evaluated. A score that does not match its factors cannot be compared part by part.
 */
function reasonNotEvaluated(
  type: string,
  condition: WatchCondition,
  data: Readonly<Record<string, unknown>>,
): string | undefined {
  return unreadFields(type, data).has(condition.field)
    ? (unreadReason(type, condition, data) ?? `"${condition.field}" was not read fully`)
    : undefined;
}

/** Returns a hash of a datum without its slot, so that equal data from two slots have equal hashes. */
function fingerprint({ slot: _slot, ...rest }: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(canonicalJson(rest), 'utf8').digest('base64url');
}

function slotOf({ slot }: Readonly<Record<string, unknown>>): bigint | undefined {
  return typeof slot === 'number' && Number.isSafeInteger(slot) ? BigInt(slot) : undefined;
}
