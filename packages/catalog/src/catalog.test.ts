import { expect, test } from '@jest/globals';
import { loadCatalog } from './catalog.ts';
import { mainFieldOf } from './define.ts';
import { plainDecimal } from './decimals.ts';
import { parseParams } from './params.ts';

const catalog = await loadCatalog();

function type(id: string) {
  const catalogType = catalog.get(id);
  if (catalogType === undefined) {
    throw new Error(`no type ${id}`);
  }
  return catalogType;
}

test('the catalog has every folder under types, in alphabetical order', () => {
  expect([...catalog.keys()]).toEqual([
    'chain.can_sign',
    'chain.pool_state',
    'chain.resolve_address',
    'chain.swap_quote',
    'chain.token_account_owner',
    'chain.token_risk',
    'funding.rate',
    'game.players',
    'social.value',
    'spot.price',
    'token.price',
  ]);
});

test('parsing normalises parameters', () => {
  expect(parseParams(type('token.price'), {})).toEqual({ ok: true, params: { token: 'SOL' } });
  expect(parseParams(type('spot.price'), { symbol: ' btc/usd ' })).toEqual({ ok: true, params: { symbol: 'BTC-USD' } });
  expect(parseParams(type('spot.price'), { symbol: 'ETHUSDT' })).toEqual({ ok: true, params: { symbol: 'ETH-USDT' } });
  expect(parseParams(type('funding.rate'), { symbol: 'SOL-PERP', venue: 'OKEx' })).toEqual({
    ok: true,
    params: { symbol: 'SOL', venue: 'okx' },
  });
  expect(parseParams(type('game.players'), { game: 'cs2' })).toEqual({
    ok: true,
    params: { game: 'Counter-Strike 2' },
  });
  expect(parseParams(type('social.value'), { handle: '@Jay.bsky.team' }, ['user_id'])).toEqual({
    ok: true,
    params: { handle: 'jay.bsky.team' },
  });
});

test('an unknown parameter is reported before a missing one, and a missing one before a malformed one', () => {
  expect(parseParams(type('funding.rate'), { simbol: 'BTC' })).toMatchObject({
    code: 'INVALID_PARAM',
    param: 'simbol',
  });
  expect(parseParams(type('funding.rate'), { symbol: '???' })).toMatchObject({
    code: 'MISSING_PARAM',
    missing: ['venue'],
  });
  expect(parseParams(type('funding.rate'), { symbol: 'BTC', venue: 'mtgox' })).toMatchObject({
    code: 'INVALID_PARAM',
    param: 'venue',
    message: 'venue: must be one of binance, bybit, dydx, hyperliquid, okx',
  });
  expect(parseParams(type('social.value'), {})).toMatchObject({
    code: 'MISSING_PARAM',
    missing: ['handle', 'user_id'],
  });
});

test.each([
  ['1e-7', '0.0000001'],
  ['85836.8634397365', '85836.8634397365'],
  ['73280.00', '73280.00'],
  ['-0.000', '0.000'],
  ['1.5E3', '1500'],
  ['12.345e1', '123.45'],
  ['007', '7'],
  ['', undefined],
  ['NaN', undefined],
  ['1e39', `1${'0'.repeat(39)}`],
  ['1e40', undefined],
  ['1e999', undefined],
  ['1e-39', `0.${'0'.repeat(38)}1`],
  ['1e-40', undefined],
  ['9'.repeat(40), '9'.repeat(40)],
  ['9'.repeat(41), undefined],
])('the literal %p is the plain decimal %p', (literal, expected) => {
  expect(plainDecimal(literal)).toBe(expected);
});

test('every type has one field that answers its question', () => {
  expect([...catalog.values()].map((each) => `${each.id} ${mainFieldOf(each)}`)).toEqual([
    'chain.can_sign canSign',
    'chain.pool_state price',
    'chain.resolve_address kind',
    'chain.swap_quote amountOut',
    'chain.token_account_owner owner',
    'chain.token_risk overallRisk',
    'funding.rate rate',
    'game.players players',
    'social.value value',
    'spot.price price',
    'token.price price',
  ]);
});
