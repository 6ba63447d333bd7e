import { canonicalJson } from '@assay/client/canonical-json';
import Big from 'big.js';
import type { WatchCondition } from '@assay/catalog/bodies/new-watch';

/** The value that a condition compares with. Undefined until a verification gives a value. */
export type ConditionValue = { readonly value: unknown } | undefined;

/** Result of a condition for one verified datum. */
export type ConditionResult = {
  /** Whether the watch notifies its webhook. */
  readonly fires: boolean;
  /**
   * Value for the next comparison, unless the notification of this datum fails. Undefined when the datum has no
   * comparable value.
   */
  readonly compared: ConditionValue;
};

/**
 * Evaluates a condition for a verified datum. Without a condition, every datum fires. No condition fires without a
 * previous value.
 *
 * - `changes` fires when the field differs from the previous value as JSON. The order of keys does not matter.
 * - `crosses` fires when the previous value was on the threshold or on its other side, and the present value is beyond
 *   the threshold. Values are compared as exact decimals. A field that is not a number fires nothing and leaves the
 *   previous value unchanged.
 */
export function evaluateCondition(
  condition: WatchCondition | undefined,
  previous: ConditionValue,
  data: Readonly<Record<string, unknown>>,
): ConditionResult {
  if (condition === undefined) {
    return { fires: true, compared: undefined };
  }
  const current: unknown = Object.hasOwn(data, condition.field) ? data[condition.field] : null;
  if ('changes' in condition) {
    const fires = previous !== undefined && canonicalJson(previous.value) !== canonicalJson(current);
    return { fires, compared: { value: current } };
  }
  const now = toDecimal(current);
  if (now === undefined) {
    return { fires: false, compared: undefined };
  }
  const before = toDecimal(previous?.value);
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

/** Returns a number or a decimal string with all its digits, or undefined for any other value. */
function toDecimal(value: unknown): Big | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) {
    return new Big(value);
  }
  return typeof value === 'string' && decimalPattern.test(value) ? new Big(value) : undefined;
}
