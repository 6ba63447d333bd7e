import { unreadFields } from '@assay/catalog/unread-fields';
import type { WatchCondition } from '@assay/catalog/bodies/new-watch';

/**
 * The fields of a risk that a condition compares using only the parts that could be read. Such a condition can always
 * be evaluated.
 */
const comparedInParts: ReadonlySet<string> = new Set(['overallRisk', 'factors']);

/** Returns whether a condition is on a field that nodes may fail to provide. It then cannot always be evaluated. */
export function mayBeUnread(type: string, condition: WatchCondition | undefined): boolean {
  return type === 'chain.token_risk' && condition?.field === 'topHoldersShareBps';
}

/**
 * Returns why a condition cannot be evaluated for a datum, as text for the owner of the watch. Undefined when it can.
 */
export function unreadReason(
  type: string,
  condition: WatchCondition,
  data: Readonly<Record<string, unknown>>,
): string | undefined {
  const { field } = condition;
  if (!comparedInParts.has(field) && unreadFields(type, data).has(field)) {
    return `"${field}" could not be read: the nodes do not list all of the largest holders`;
  }
  return 'crosses' in condition && (data[field] === null || data[field] === undefined)
    ? `"${field}" is null, and a threshold needs a number`
    : undefined;
}
