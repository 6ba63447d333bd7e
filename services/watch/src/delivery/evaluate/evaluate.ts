import { canonicalJson } from '@assay/client/canonical-json';
import { Fault } from '@assay/faults/faults';
import type { VerifyResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import { readVerifiedAnswer } from '@assay/rpc/verified-answer';
import { createHash } from 'node:crypto';
import type { Condition } from '../../registry/condition.ts';
import { judge } from './condition.ts';
import type { WatchToDeliver } from '../claim/store.ts';

/**
 * What a re-verification means for a watch. `comparedJson` is what the next one is compared with, where it changes.
 * `slot` is that of a datum, and `isChanged` whether it shows something that the one before did not.
 */
export type Verdict =
  | {
      readonly kind: 'silent';
      readonly slot?: bigint | undefined;
      readonly isChanged: boolean;
      readonly outcome: 'unmet' | 'refused' | 'no_source' | 'unverified';
      readonly comparedJson: string | undefined;
    }
  | {
      readonly kind: 'fires';
      readonly slot?: bigint | undefined;
      readonly isChanged: boolean;
      readonly data: Readonly<Record<string, unknown>>;
      readonly comparedJson: string | undefined;
      /** What the engine consumed, markup not included. */
      readonly totalCostMicros: bigint;
    };

const silent = { refused: 'refused', no_source: 'no_source', failed: 'unverified' } as const;

/**
 * Reads the engine's answer and judges the watch's condition. Only what was delivered can fire or be compared with. Throws
 * INTERNAL for an answer that is no answer, such as a delivery without its verification.
 */
export function verdictOf(
  watch: Pick<WatchToDeliver, 'conditionJson' | 'comparedJson'>,
  verified: VerifyResponse__Output,
): Verdict {
  const answer = readVerifiedAnswer(verified);
  if (answer.outcome !== 'delivered') {
    return { kind: 'silent', outcome: silent[answer.outcome], comparedJson: undefined, isChanged: true };
  }
  const data = parseObject(answer.dataJson);
  const condition = watch.conditionJson === null ? undefined : (JSON.parse(watch.conditionJson) as Condition);
  const previous = watch.comparedJson === null ? undefined : { value: JSON.parse(watch.comparedJson) as unknown };
  const { fires, compared } = judge(condition, previous, data);
  const comparedJson =
    condition === undefined
      ? JSON.stringify(fingerprint(data))
      : compared === undefined
        ? undefined
        : JSON.stringify(compared.value);
  const isChanged = previous === undefined || (condition === undefined ? comparedJson !== watch.comparedJson : fires);
  const slot = slotOf(data);
  return fires
    ? { kind: 'fires', data, comparedJson, slot, isChanged, totalCostMicros: BigInt(verified.total_cost_micros) }
    : { kind: 'silent', outcome: 'unmet', comparedJson, slot, isChanged };
}

/** Tells a datum from another one, whatever the slots at which they were read. */
function fingerprint({ slot: _slot, ...rest }: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(canonicalJson(rest), 'utf8').digest('base64url');
}

function slotOf({ slot }: Readonly<Record<string, unknown>>): bigint | undefined {
  return typeof slot === 'number' && Number.isSafeInteger(slot) ? BigInt(slot) : undefined;
}

function parseObject(json: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw broken('the engine delivered no datum');
  }
  return value as Readonly<Record<string, unknown>>;
}

function broken(what: string): Fault {
  return new Fault('INTERNAL', undefined, { cause: new Error(what) });
}
