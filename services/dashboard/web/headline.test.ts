import { expect, test } from '@jest/globals';
import { headlineOf, otherFields, paramTexts } from './headline.ts';

const price = JSON.stringify({
  symbol: 'BTC-USD',
  price: '84210.50',
  currency: 'USD',
  asOf: '2026-11-22T18:20:11.000Z',
});

test('the headline of a price has every digit, separators and the currency', () => {
  expect(headlineOf(price, 'price')).toEqual({ value: '84,210.50', unit: 'USD', field: 'price' });
});

test.each([
  ['a truth value', '{"signer":"a","canSign":false}', 'canSign', 'no'],
  ['a count', '{"players":1234567}', 'players', '1,234,567'],
  ['a small negative rate', '{"rate":"-0.00012345"}', 'rate', '-0.00012345'],
  ['a name', '{"kind":"token_account"}', 'kind', 'token_account'],
  ['a value that is null', '{"owner":null}', 'owner', 'none'],
])('the headline shows %s', (_title, json, field, value) => {
  expect(headlineOf(json, field)?.value).toBe(value);
});

test.each(['', '{', '[]', 'null', '{"other":1}'])('the datum %j has no headline', (json) => {
  expect(headlineOf(json, 'price')).toBeUndefined();
});

test('the other fields leave out the headline, its unit, lists and long texts', () => {
  const json = JSON.stringify({ ...(JSON.parse(price) as object), factors: [1], reason: 'x'.repeat(61), slot: 77 });
  expect(otherFields(json, headlineOf(json, 'price'))).toEqual([
    ['symbol', 'BTC-USD'],
    ['asOf', '2026-11-22T18:20:11.000Z'],
    ['slot', '77'],
  ]);
  expect(otherFields(price, undefined).map(([name]) => name)).toEqual(['symbol', 'price', 'currency', 'asOf']);
});

test('parameters keep their text unchanged, and objects become JSON', () => {
  expect(paramTexts('{"amountIn":"1000000","policy":{"maxRiskScore":40}}')).toEqual([
    ['amountIn', '1000000'],
    ['policy', '{"maxRiskScore":40}'],
  ]);
});
