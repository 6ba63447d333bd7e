import type { WatchCondition } from '@assay/catalog/bodies/new-watch';
import type { Condition, Condition__Output } from './gen/assay/watch/v1/Condition.ts';

/** Returns a condition as the messages of the watch service encode it. */
export function toProtoCondition(condition: WatchCondition): Condition {
  return 'crosses' in condition
    ? { field: condition.field, crosses: condition.crosses, direction: condition.direction }
    : { field: condition.field };
}

/**
 * Returns the condition of a watch; undefined when every verified datum is notified. A watch service of 0.1 sends it as JSON
 * text only. Remove the text after 0.2.
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
