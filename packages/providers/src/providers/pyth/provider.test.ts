import { expect, test } from '@jest/globals';
import { tokensWithPriceAccount, tokensWithSignedPrice } from '@assay/catalog/tables/price-accounts';
import tokenPrice from '@assay/catalog/types/token-price/type';
import { answered, answerOf, faultOf } from '../../testing/recorded-answer.ts';
import { pythFeeds } from './assets.ts';
import pyth from './provider.ts';

const token = answerOf(pyth, 'token.price');

function feed(fields: Readonly<Record<string, unknown>>): string {
  const price = { price: '14747893407', conf: '6000000', expo: -8, publish_time: 1_767_225_600, ...fields };
  return JSON.stringify({ binary: { encoding: 'hex', data: [] }, parsed: [{ id: pythFeeds['SOL'], price }] });
}

test("a feed is requested by its identifier, with the operator's key as a bearer token when there is one", () => {
  const path = `/v2/updates/price/latest?ids%5B%5D=${pythFeeds['SOL']}&parsed=true`;
  expect(token.request({ token: 'SOL' })).toEqual({ path });
});

test('the catalog says of every token with a feed how it can be anchored, and of no other one', () => {
  const tokensOfCatalog = [...tokensWithPriceAccount, ...tokensWithSignedPrice];
  expect(tokensOfCatalog.toSorted()).toEqual(Object.keys(pythFeeds).toSorted());
  const words = tokenPrice.description.split(/[^A-Z]+/);
  expect(words).toEqual(expect.arrayContaining(tokensOfCatalog));
});

test('every feed identifier has 32 bytes and belongs to one asset', () => {
  const identifiers = Object.values(pythFeeds);
  expect(identifiers.every((id) => /^[0-9a-f]{64}$/.test(id))).toBe(true);
  expect(new Set(identifiers).size).toBe(identifiers.length);
});

test("the exponent is applied to the text of the price, and the publish time is the source's time", () => {
  expect(token.read(answered(200, feed({})), { token: 'SOL' })).toEqual({
    kind: 'datum',
    data: { token: 'SOL', price: '147.47893407', currency: 'USD' },
    sourceAtMs: 1_767_225_600_000,
  });
  const small = token.read(answered(200, feed({ price: '2100', conf: '1', expo: -10 })), { token: 'SOL' });
  expect(small.kind === 'datum' ? small.data['price'] : small).toBe('0.0000002100');
});

test('an aggregate with a confidence interval over half a percent is malformed', () => {
  const read = (conf: string): string =>
    faultOf(token.read(answered(200, feed({ price: '1000000', conf })), { token: 'SOL' }));
  expect([read('5000'), read('5001')]).toEqual(['datum', 'malformed: confidence interval too wide']);
});

test('a feed that does not exist is unknown, and a stopped feed has no price', () => {
  expect(faultOf(token.read(answered(404, 'Price ids not found: 0xab'), { token: 'SOL' }))).toBe('unknown_entity');
  expect(faultOf(token.read(answered(404, '<html></html>'), { token: 'SOL' }))).toBe('http_error: HTTP 404');
  expect(faultOf(token.read(answered(200, feed({ price: '0', conf: '0' })), { token: 'SOL' }))).toBe(
    'malformed: no price above zero',
  );
});
