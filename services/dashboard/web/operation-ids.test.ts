import { expect, test } from '@jest/globals';
import { createOperationIds } from './operation-ids.ts';

test('a repeated submission has the id of the first, until it is answered or its content changes', () => {
  let last = 0;
  const ids = createOperationIds(() => `id-${(last += 1)}`);
  expect([ids.idFor({ name: 'a' }), ids.idFor({ name: 'a' })]).toEqual(['id-1', 'id-1']);
  expect(ids.idFor({ name: 'b' })).toBe('id-2');
  ids.onAnswered();
  expect(ids.idFor({ name: 'b' })).toBe('id-3');
});
