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
