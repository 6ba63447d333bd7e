import { expect, test } from '@jest/globals';
import { isWithinQuotes } from './quotes.ts';

test('a price within bid and ask, or up to ten basis points outside, is current', () => {
  const quotes = { bid: '100', ask: '100.50' };
  expect(['100', '100.25', '100.5', '99.9', '100.6005'].map((price) => isWithinQuotes(price, quotes))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(['99.89', '100.601', '0', '-100', 'x', ''].some((price) => isWithinQuotes(price, quotes))).toBe(false);
});

test('crossed, empty or unreadable quotes prove nothing', () => {
  expect(isWithinQuotes('100', { bid: '101', ask: '99' })).toBe(false);
  expect(isWithinQuotes('100', { bid: '', ask: '101' })).toBe(false);
  expect(isWithinQuotes('1e2', { bid: '9.9e1', ask: '0.101e3' })).toBe(true);
});
