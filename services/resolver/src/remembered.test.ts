import { expect, test } from '@jest/globals';
import { rememberedOn } from './remembered.ts';

test('a value is created once for each object, and neither a copy nor a reader of the keys sees it', () => {
  let created = 0;
  const numberOf = rememberedOn<object, number>(() => {
    created += 1;
    return created;
  });
  const a = { key: 1 };
  const b = { key: 1 };
  expect([numberOf(a), numberOf(b), numberOf(a)]).toEqual([1, 2, 1]);
  expect(numberOf({ ...a })).toBe(3);
  expect([Reflect.ownKeys({ ...a }), JSON.stringify(a)]).toEqual([['key'], '{"key":1}']);
});

test('two values of the same object do not meet, and undefined is remembered too', () => {
  let calls = 0;
  const nothingOf = rememberedOn<object, undefined>(() => {
    calls += 1;
    return undefined;
  });
  const lengthOf = rememberedOn((list: readonly string[]) => list.length);
  const list = ['a', 'b'];
  expect([nothingOf(list), nothingOf(list), lengthOf(list), calls]).toEqual([undefined, undefined, 2, 1]);
});
