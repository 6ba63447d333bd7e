import { expect, test } from '@jest/globals';
import { guarded } from './guarded.ts';

test('a guarded function passes its arguments on, and hands over what is thrown', () => {
  const errors: unknown[] = [];
  const seen: number[] = [];
  const run = guarded(
    (value: number) => {
      seen.push(value);
      throw new RangeError(`bad ${value}`);
    },
    (error) => errors.push(error),
  );
  expect(() => run(7)).not.toThrow();
  expect([seen, errors]).toEqual([[7], [new RangeError('bad 7')]]);
});
