import { expect, test } from '@jest/globals';
import { loadCatalog } from './catalog.ts';
import { parseParams } from './params.ts';
import { exchangedReason, presentTicker } from './renames.ts';
import { isListedSymbol, unlistedReason } from './symbols.ts';
import { assets } from './tables/assets.ts';
import { renames } from './tables/renames.ts';

const catalog = await loadCatalog();
const sameAsset = renames.filter(({ presentPerFormer }) => presentPerFormer === '1');
const exchanged = renames.filter(({ presentPerFormer }) => presentPerFormer !== '1');

function paramsOf(id: string, questionParams: Readonly<Record<string, string>>): unknown {
  const type = catalog.get(id);
  const parsed = type === undefined ? undefined : parseParams(type, questionParams);
  return parsed?.ok === true ? parsed.params : parsed;
}

test.each(sameAsset)('$former and $present are one asset in every type', ({ former, present }) => {
  expect(paramsOf('token.price', { token: former.toLowerCase() })).toEqual({ token: present });
  expect(paramsOf('spot.price', { symbol: `${former}USDT` })).toEqual({ symbol: `${present}-USDT` });
  expect(paramsOf('spot.price', { symbol: former })).toEqual({ symbol: present });
  expect(paramsOf('funding.rate', { symbol: `${former}-PERP`, venue: 'bybit' })).toEqual({
    symbol: present,
    venue: 'bybit',
  });
  expect([isListedSymbol(present), isListedSymbol(former)]).toEqual([true, false]);
});

test.each(exchanged)('$former is explained and never becomes $present', ({ former, present, presentPerFormer }) => {
  expect(paramsOf('token.price', { token: former })).toEqual({ token: former });
  const reason = `at ${presentPerFormer} ${present} for one ${former}; ask for ${present}`;
  expect(unlistedReason(former)).toContain(reason);
  expect(exchangedReason(former)).toContain(reason);
  for (const [id, params] of [
    ['token.price', { token: former }],
    ['spot.price', { symbol: `${former}-USD` }],
    ['funding.rate', { symbol: former, venue: 'okx' }],
  ] as const) {
    expect(catalog.get(id)?.notAskedBecause?.(params)).toContain(reason);
  }
});

test('each former ticker occurs once, is no asset any more, and has a day, a ratio and a page', () => {
  const symbols = new Set(assets.map(({ symbol }) => symbol));
  expect(new Set(renames.map(({ former }) => former)).size).toBe(renames.length);
  for (const { former, present, on, presentPerFormer, statedAt } of renames) {
    expect([former, symbols.has(former), presentTicker(present)]).toEqual([former, false, present]);
    expect([on, statedAt.readOn].every((day) => /^20\d\d-\d\d-\d\d$/.test(day))).toBe(true);
    expect(on <= statedAt.readOn).toBe(true);
    expect(presentPerFormer).toMatch(/^\d+(\.\d+)?$/);
    expect(statedAt.url).toMatch(/^https:/);
  }
});

test('a ticker that nobody renamed stays as it is', () => {
  expect(['BTC', 'LUNA', 'VLORP', 'toString', 'constructor'].map(presentTicker)).toEqual([
    'BTC',
    'LUNA',
    'VLORP',
    'toString',
    'constructor',
  ]);
  expect(exchangedReason('BTC')).toBeUndefined();
});
