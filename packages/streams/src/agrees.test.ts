import { expect, test } from '@jest/globals';
import { agrees } from './agrees.ts';

const nextFundingAt = '2026-11-22T16:00:00.000Z';
const rate = (text: string, intervalHours = 8, at = nextFundingAt) => ({
  rate: text,
  intervalHours,
  nextFundingAt: at,
});
const ratesAgree = (a: string, b: string, hours = 8): boolean => agrees({}, rate(a, hours), rate(b, hours));

test('a rate of eight hours agrees within a tenth of a basis point', () => {
  expect(ratesAgree('0.000109', '0.0001')).toBe(true);
  expect(ratesAgree('0.000111', '0.0001')).toBe(false);
});

test('an hourly rate agrees within an eighth of that, so no usual rate agrees with zero', () => {
  expect(ratesAgree('0.0000136', '0.0000125', 1)).toBe(true);
  expect(ratesAgree('0.0000139', '0.0000125', 1)).toBe(false);
  expect(ratesAgree('0', '0.0000125', 1)).toBe(false);
  expect(ratesAgree('-0.0000125', '0.0000125', 1)).toBe(false);
});

test('a rate far above the usual one agrees within two percent', () => {
  expect(ratesAgree('0.001019', '0.001', 1)).toBe(true);
  expect(ratesAgree('0.001021', '0.001', 1)).toBe(false);
  expect(ratesAgree('-0.001019', '-0.001', 1)).toBe(true);
});

test('rates of other intervals, of other settlements and without a number never agree', () => {
  expect(agrees({}, rate('0.0001', 4), rate('0.0001', 8))).toBe(false);
  expect(agrees({}, rate('0.0001', 8, '2026-11-23T00:00:00.000Z'), rate('0.0001'))).toBe(false);
  expect(ratesAgree('none', '0.0001')).toBe(false);
  expect(agrees({}, { rate: '0.0001' }, { rate: '0.0001' })).toBe(false);
});
