import { expect, test } from '@jest/globals';
import { createKeysInUse, type KeysInUse } from './keys-in-use.ts';

const limits = { maxMeasured: 3, maxCounted: 50, minMinutes: 2 };
const minuteMs = 60_000;

function askEveryMinute(keys: KeysInUse, names: readonly string[], fromMinute: number, minutes: number): void {
  for (let minute = fromMinute; minute < fromMinute + minutes; minute += 1) {
    names.forEach((name) => keys.asked(name, minute * minuteMs));
  }
}

test('a key is measured once callers ask for it in two different minutes, however often in one', () => {
  const keys = createKeysInUse(limits);
  for (let question = 0; question < 1_000; question += 1) {
    keys.asked('flooded', question);
  }
  keys.asked('used', 0);
  expect(keys.measured(0)).toEqual([]);
  keys.asked('used', minuteMs);
  expect(keys.measured(minuteMs)).toEqual(['used']);
});

test('10,000 keys that are asked once each push no measured key out and leave a bounded memory', () => {
  const keys = createKeysInUse(limits);
  askEveryMinute(keys, ['a', 'b', 'c'], 0, 10);
  expect(keys.measured(10 * minuteMs).toSorted()).toEqual(['a', 'b', 'c']);
  for (let index = 0; index < 10_000; index += 1) {
    keys.asked(`x${index}`, 10 * minuteMs + index);
  }
  expect(keys.measured(11 * minuteMs).toSorted()).toEqual(['a', 'b', 'c']);
});

test('the record of use is bounded: the first questions of a flood are forgotten', () => {
  const keys = createKeysInUse(limits);
  for (let index = 0; index < 10_000; index += 1) {
    keys.asked(`x${index}`, index);
  }
  keys.asked('x0', minuteMs);
  keys.asked('x9999', minuteMs);
  expect(keys.measured(minuteMs)).toEqual(['x9999']);
});

test('64 keys that are asked as often as the measured ones do not replace them', () => {
  const keys = createKeysInUse({ ...limits, maxCounted: 100 });
  askEveryMinute(keys, ['a', 'b', 'c'], 0, 10);
  expect(keys.measured(10 * minuteMs)).toHaveLength(3);
  const flood = Array.from({ length: 64 }, (_, index) => `x${index}`);
  for (let minute = 10; minute < 70; minute += 1) {
    askEveryMinute(keys, ['a', 'b', 'c', ...flood], minute, 1);
    expect(keys.measured(minute * minuteMs).toSorted()).toEqual(['a', 'b', 'c']);
  }
});

test('a key that is used much more replaces the least used one, and an unused key leaves within hours', () => {
  const keys = createKeysInUse(limits);
  askEveryMinute(keys, ['a', 'b', 'c'], 0, 10);
  askEveryMinute(keys, ['b'], 10, 1);
  keys.measured(10 * minuteMs);
  askEveryMinute(keys, ['new'], 11, 60);
  expect(keys.measured(71 * minuteMs)).toContain('new');
  expect(keys.measured(71 * minuteMs)).toHaveLength(3);
  expect(keys.measured(20 * 60 * minuteMs)).toEqual([]);
});
