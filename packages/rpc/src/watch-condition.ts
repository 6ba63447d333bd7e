import type { WatchCondition } from '@assay/catalog/bodies/new-watch';
import type { Condition, Condition__Output } from './gen/assay/watch/v1/Condition.ts';

/** Returns a condition as the messages of the watch service encode it. */
export function toProtoCondition(condition: WatchCondition): Condition {
  return 'crosses' in condition
    ? { field: condition.field, crosses: condition.crosses, direction: condition.direction }
    : { field: condition.field };
}

/**
 * Returns the condition of a watch; undefined when the watch sends every verified datum. A watch service of version 0.1
 * sends the condition only as JSON text. Remove the support for the text after version 0.2.
 */
export function fromProtoCondition(watch: {
  readonly condition: Condition__Output | null;
  readonly condition_json: string;
}): WatchCondition | undefined {
  const { condition, condition_json: text } = watch;
  if (condition === null) {
    return text === '' ? undefined : (JSON.parse(text) as WatchCondition);
  }
  const { field, crosses, direction } = condition;
  return crosses === undefined
    ? { field, changes: true }
    : { field, crosses, direction: direction === 'below' ? 'below' : 'above' };
}
