import type { WatchCondition } from '@assay/catalog/bodies/new-watch';
import { expect, test } from '@jest/globals';
import { services } from './load.ts';
import type { Watch } from './gen/assay/watch/v1/Watch.ts';
import { fromProtoCondition, toProtoCondition } from './watch-condition.ts';

const { responseSerialize, responseDeserialize } = services.watch.ListWatches;
const conditions: readonly WatchCondition[] = [
  { field: 'onCurve', changes: true },
  { field: 'lamports', crosses: 0, direction: 'below' },
  { field: 'overallRisk', crosses: 40.5, direction: 'above' },
];

function received(watch: Watch): WatchCondition | undefined {
  const [read] = responseDeserialize(responseSerialize({ watches: [watch] })).watches;
  return read && fromProtoCondition(read);
}

test.each(conditions)('the condition %p arrives as it was sent, as a message and as the text of 0.1', (condition) => {
  expect(received({ condition: toProtoCondition(condition) })).toEqual(condition);
  expect(received({ condition_json: JSON.stringify(condition) })).toEqual(condition);
});

test('a watch without a condition has none', () => {
  expect(received({})).toBeUndefined();
});
