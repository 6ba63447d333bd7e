import { expect, test } from '@jest/globals';
import { Fault, faults, isFaultCode, toFault } from './faults.ts';

test('the public code of an internal code is itself public and has the same HTTP status', () => {
  for (const row of Object.values(faults)) {
    if ('publicCode' in row) {
      expect(isFaultCode(row.publicCode) && !('publicCode' in faults[row.publicCode])).toBe(true);
      expect(faults[row.publicCode as keyof typeof faults].http).toBe(row.http);
    }
  }
});

test('a thrown value that is not a Fault becomes INTERNAL, and its text stays out of the message', () => {
  const cause = new Error('password=hunter2 at 10.0.0.7');
  const fault = toFault(cause);
  expect(fault.code).toBe('INTERNAL');
  expect(fault.message).toBe(faults.INTERNAL.defaultMessage);
  expect(fault.cause).toBe(cause);
});

test('a Fault stays the same object', () => {
  const fault = new Fault('MISSING_PARAM', 'spot.price needs symbol', { extra: { missing: ['symbol'] } });
  expect(toFault(fault)).toBe(fault);
});
