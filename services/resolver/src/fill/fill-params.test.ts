import { expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { parseQuestion } from '../entities/parse-question.ts';
import { normalizeQuestion } from '../question-text.ts';
import { fillParams, type FilledParams } from './fill-params.ts';

const catalog = await loadCatalog();

function filled(type: string, query: string): FilledParams {
  const known = catalog.get(type);
  if (known === undefined) {
    throw new Error(`the catalog has no type ${type}`);
  }
  return fillParams(known, parseQuestion(normalizeQuestion(query)));
}

test.each([
  ['token.price', 'yaar sol kitne ka chal raha abhi', { token: 'SOL' }],
  ['token.price', 'vad ligger ada på nu?', { token: 'ADA' }],
  ['funding.rate', 'link. hyperliquid. funding.', { symbol: 'LINK', venue: 'hyperliquid' }],
  ['game.players', 'is Rust busy tonight', { game: 'Rust' }],
])('%s: an everyday word names the subject where no other does: %s', (type, query, params) => {
  expect(filled(type, query)).toEqual({ outcome: 'type', params });
});

test('two everyday words that name different assets leave the subject open', () => {
  expect(filled('token.price', 'how is the link near the house')).toMatchObject({ outcome: 'none' });
});

test.each([
  ['the ratio of ETH and BTC', 'ETH-BTC'],
  ['wld v usdt, lst px', 'WLD-USDT'],
  ['I need pair ADA with BTC, how is it standing', 'ADA-BTC'],
])('a word for a pair makes two assets one: %s', (query, symbol) => {
  expect(filled('spot.price', query)).toEqual({ outcome: 'type', params: { symbol } });
});

test('two assets without a word for a pair are several questions', () => {
  expect(filled('spot.price', 'what do BTC and ETH trade at')).toEqual({ outcome: 'none', because: 'several' });
});

test.each(['how much is that coin now lol', "what's my bag's ticker trading at", 'сколько стоит этот токен'])(
  'a token that the question does not name is missing: %s',
  (query) => {
    expect(filled('token.price', query)).toEqual({ outcome: 'missing', params: {}, missing: ['token'] });
  },
);

test('the plain price is that of the network, which no question has to name', () => {
  expect(filled('token.price', 'what is the token price')).toEqual({ outcome: 'type', params: { token: 'SOL' } });
});

test.each([
  ['dwr.eth audience size?', 'dwr.eth'],
  ['stux@mstdn.social had a third of a million once. And these days?', 'stux@mstdn.social'],
])('a handle of a known form needs no word about followers: %s', (query, handle) => {
  expect(filled('social.value', query)).toMatchObject({ outcome: 'type', params: { handle } });
});

test('an e-mail address is no handle', () => {
  expect(filled('social.value', 'write to billing@example.com about it')).toMatchObject({ outcome: 'missing' });
});

test.each([
  ['बिटकॉइन', 'BTC'],
  ['البيتكوين', 'BTC'],
  ['اتریوم', 'ETH'],
  ['บิทคอยน์', 'BTC'],
  ['біткоїн', 'BTC'],
])('%s is the name of an asset', (name, token) => {
  expect(filled('token.price', `${name} ?`)).toEqual({ outcome: 'type', params: { token } });
});

const pool = '7v4grdHr41Na7hySD3rGm6i9WJHR6jbuJL1hhtmgo7pW';

test.each([
  [`if he puts 9000000 into ${pool}, leg 1 of 2, priority: 3`, '9000000'],
  [`pool ${pool}, bay 14, 2750000 base.`, '2750000'],
  [`corrected from 4000 to 40000: pool ${pool}`, '40000'],
  [`the user reduced it to 4000000 since, first it was 10000000. pool ${pool}`, '4000000'],
  [`{"pool":"${pool}","units":8888888,"id":12345}`, '8888888'],
  [`quote(${pool}, 750000n)`, '750000'],
  [`pool ${pool}, input 777000`, '777000'],
])('the amount is the number that counts base units: %s', (query, amountIn) => {
  expect(filled('chain.swap_quote', query)).toMatchObject({ params: { amountIn } });
});

test.each([
  ['btc in pounds', 'BTC-GBP'],
  ['ether in loonies', 'ETH-CAD'],
  ['скільки гривень за біткоїн', 'BTC-UAH'],
  ['bitcoin in euros please not dollars euros', 'BTC-EUR'],
  ['ETH in pounds, the roof cost EUR 7,000', 'ETH-GBP'],
  ['how many dollars is 1 SOL', 'SOL-USD'],
])('the quote is the currency that the question asks for: %s', (query, symbol) => {
  expect(filled('spot.price', query)).toEqual({ outcome: 'type', params: { symbol } });
});

test.each([
  ['sol usdc pair, last print', 'SOL-USDC'],
  ['ether against the bitcoin', 'ETH-BTC'],
  ['base=ETH; counter=USDC', 'ETH-USDC'],
  ['the last price traded of TRX with USDT', 'TRX-USDT'],
])('an everyday word beside a quote coin is an asset: %s', (query, symbol) => {
  expect(filled('spot.price', query)).toEqual({ outcome: 'type', params: { symbol } });
});

test.each([
  ['fading all that @GCRClassic posts, how many follow him on x', {}],
  ['the tweet was published on X by @nasa. How many followers has it?', {}],
  ['number of posts of atproto.com. I have the followers', { metric: 'posts' }],
  ['how many accounts does @nasa follow on x, not how many followers it has', { metric: 'following' }],
])('the metric is the one that the question counts: %s', (query, metric) => {
  const { handle: _, platform: __, ...params } = { handle: '', platform: '', ...paramsOf('social.value', query) };
  expect(params).toEqual(metric);
});

test.each(['one W token in dollars', 'token price for W', "what's W doing in dollars"])(
  'a ticker of one letter counts beside words for a price: %s',
  (query) => {
    expect(filled('token.price', query)).toEqual({ outcome: 'type', params: { token: 'W' } });
  },
);

function paramsOf(type: string, query: string): Readonly<Record<string, string>> {
  const result = filled(type, query);
  return result.outcome === 'none' ? {} : result.params;
}
