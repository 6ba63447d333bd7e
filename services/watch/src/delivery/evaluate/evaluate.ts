import { unreadFields } from '@assay/catalog/unread-fields';
import { canonicalJson } from '@assay/client/canonical-json';
import { Fault } from '@assay/faults/faults';
import type { VerifyResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import { fromProtoLevel, type LevelName } from '@assay/rpc/levels';
import { createHash } from 'node:crypto';
import type { WatchCondition } from '../../registry/condition.ts';
import { evaluateCondition } from './condition.ts';

/** The result of a verification for a watch: nothing to notify (`silent`), or a notification (`fires`). */
export type WatchEvaluation = {
  /** Slot of the datum, if it has one. */
  readonly slot?: bigint | undefined;
  /** Whether the datum differs from the one before it. Without a datum it is true. */
  readonly isChanged: boolean;
  /** JSON that the next verification is compared with; undefined to keep the present value. */
  readonly comparedJson: string | undefined;
} & (
  | { readonly kind: 'silent'; readonly outcome: 'unmet' | 'refused' | 'no_source' | 'unverified' }
  | {
      readonly kind: 'fires';
      readonly data: Readonly<Record<string, unknown>>;
      /** The level that the verification reached. */
      readonly level: LevelName;
      /** Cost of the verification in micro-credits, without markup. */
      readonly totalCostMicros: bigint;
    }
);

const silentOutcomes = {
  OUTCOME_REFUSED: 'refused',
  OUTCOME_NO_SOURCE: 'no_source',
  OUTCOME_FAILED: 'unverified',
} as const;

/**
 * Evaluates the engine's answer for a watch. Only a delivered datum fires or is compared with. Throws INTERNAL for an
 * incomplete answer, such as a delivery without its level. A condition on a field that could not be read fully is not
 * evaluated: the worst case in its place is no change.
 * @param comparedJson JSON of the value that the watch compares with; null before the first verification.
 */
export function evaluateAnswer(
  watch: {
    readonly type: string;
    readonly condition: WatchCondition | undefined;
    readonly comparedJson: string | null;
  },
  answer: VerifyResponse__Output,
): WatchEvaluation {
  const { outcome } = answer;
  if (outcome === 'OUTCOME_UNSPECIFIED') {
    throw internal('the engine answered without an outcome');
  }
  if (outcome !== 'OUTCOME_DELIVERED') {
    return { kind: 'silent', outcome: silentOutcomes[outcome], comparedJson: undefined, isChanged: true };
  }
  const level = fromProtoLevel(answer.level);
  if (level === undefined || answer.origin === '' || answer.source === '') {
    throw internal('the engine answered without a level, an origin or a source');
  }
  const data = parseDatum(answer.data_json);
  const { condition } = watch;
  if (condition !== undefined && unreadFields(watch.type, data).has(condition.field)) {
    return { kind: 'silent', outcome: 'unverified', comparedJson: undefined, slot: slotOf(data), isChanged: false };
  }
  const previous = watch.comparedJson === null ? undefined : { value: JSON.parse(watch.comparedJson) as unknown };
  const { fires, compared } = evaluateCondition(condition, previous, data);
  const comparedJson =
    condition === undefined
      ? JSON.stringify(fingerprint(data))
      : compared === undefined
        ? undefined
        : JSON.stringify(compared.value);
  const isChanged = previous === undefined || (condition === undefined ? comparedJson !== watch.comparedJson : fires);
  const slot = slotOf(data);
  return fires
    ? { kind: 'fires', data, level, comparedJson, slot, isChanged, totalCostMicros: BigInt(answer.total_cost_micros) }
    : { kind: 'silent', outcome: 'unmet', comparedJson, slot, isChanged };
}

/** Returns a hash of a datum without its slot, so that equal data of two slots have equal fingerprints. */
function fingerprint({ slot: _slot, ...rest }: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(canonicalJson(rest), 'utf8').digest('base64url');
}

function slotOf({ slot }: Readonly<Record<string, unknown>>): bigint | undefined {
  return typeof slot === 'number' && Number.isSafeInteger(slot) ? BigInt(slot) : undefined;
}

function parseDatum(json: string): Readonly<Record<string, unknown>> {
  const value: unknown = json === '' ? undefined : JSON.parse(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw internal('the engine delivered no datum');
  }
  return value as Readonly<Record<string, unknown>>;
}

function internal(message: string): Fault {
  return new Fault('INTERNAL', undefined, { cause: new Error(message) });
}
