import { expect, jest, test } from '@jest/globals';
import { createThrottledWarning } from './throttled-log.ts';

test('a message is logged once in an interval, and another message at once', () => {
  let nowMs = 0;
  const warn = jest.fn();
  const warning = createThrottledWarning({ warn }, 10_000, () => nowMs);
  warning('lost the database', new Error('ECONNREFUSED'));
  warning('lost the database', new Error('ECONNREFUSED'));
  warning('lost the stream', undefined, { stream: 'decisions' });
  expect(warn.mock.calls).toEqual([
    [{ cause: 'ECONNREFUSED' }, 'lost the database'],
    [{ stream: 'decisions' }, 'lost the stream'],
  ]);
  nowMs = 10_000;
  warning('lost the database');
  expect(warn).toHaveBeenCalledTimes(3);
});
