import { canonicalJson } from '@assay/client/canonical-json';
import Big from 'big.js';
import type { Condition } from '../../registry/condition.ts';

/** The value that a condition compares with; absent before the first re-verification that gave one. */
export type Previous = { readonly value: unknown } | undefined;

/** What a re-verified datum means for a watch. */
export type Judgement = {
  /** Whether the webhook is to be notified. */
  readonly fires: boolean;
  /**
   * What the next re-verification is to be compared with, once this one counts: at once where nothing fires, upon the
   * receipt where something does. Absent where this datum says nothing that could be compared.
   */
  readonly compared: Previous;
};

/**
 * Judges a re-verified datum. Without a condition everything fires. `changes` fires when the field differs from the previous
 * value as JSON, whatever the order of keys. `crosses` fires when the field was on the threshold or on the other side of it and
 * now lies beyond, compared exactly as decimals; a field that is no number has not crossed anything, and the number before
 * it stays the one to compare with. Neither form fires without a previous value.
 */
export function judge(
  condition: Condition | undefined,
  previous: Previous,
  data: Readonly<Record<string, unknown>>,
): Judgement {
  if (condition === undefined) {
    return { fires: true, compared: undefined };
  }
  const current: unknown = Object.hasOwn(data, condition.field) ? data[condition.field] : null;
  if ('changes' in condition) {
    const fires = previous !== undefined && canonicalJson(previous.value) !== canonicalJson(current);
    return { fires, compared: { value: current } };
  }
  const now = decimal(current);
  if (now === undefined) {
    return { fires: false, compared: undefined };
  }
  const before = decimal(previous?.value);
  return {
    fires: before !== undefined && crosses(before, now, new Big(condition.crosses), condition.direction),
    compared: { value: current },
  };
}

function crosses(before: Big, now: Big, threshold: Big, direction: 'below' | 'above'): boolean {
  return direction === 'below'
    ? before.gte(threshold) && now.lt(threshold)
    : before.lte(threshold) && now.gt(threshold);
}

const decimalPattern = /^-?\d+(\.\d+)?$/;

/** A number of the datum or a decimal string, every digit kept; undefined for all else. */
function decimal(value: unknown): Big | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) {
    return new Big(value);
  }
  return typeof value === 'string' && decimalPattern.test(value) ? new Big(value) : undefined;
}
