import { expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { loadProviders, offersByType } from '@assay/providers/load';
import { loadStreams } from '@assay/providers/load-streams';
import { openSources } from '../sources/source.ts';
import { createPrintTopics } from './print-topics.ts';
import { majorKeys } from './sampler.ts';

const catalog = await loadCatalog();
const offers = offersByType(await loadProviders(catalog), catalog);
const sources = openSources(
  offers,
  { mode: 'live', urls: {}, keys: { pyth: 'k', jupiter: 'k' }, budgets: {} },
  () => 0,
);
const streams = await loadStreams();
const majors = [...catalog.values()].flatMap(majorKeys);

function topicsOf(keys: readonly string[]) {
  const topics = createPrintTopics(streams, sources);
  topics.follow(majors.filter(({ key }) => keys.includes(key)));
  return topics;
}

test('a key has the book by which each venue answers it, and no book of another market', () => {
  const topics = topicsOf(['spot.price:BTC']);
  const key = 'spot.price:BTC';
  expect(topics.booksOf('coinbase', 'BTC-USD')).toEqual([{ provider: 'coinbase', key }]);
  expect(topics.booksOf('binance', 'BTCUSDT')).toEqual([{ provider: 'binance', key }]);
  expect(topics.booksOf('kraken', 'BTC/USDT')).toEqual([]);
  expect(topics.booksOf('kraken', 'BTC/EUR')).toEqual([]);
});

test('one book serves each key that it answers', () => {
  const keys = ['spot.price:BTC', 'token.price:BTC'].filter((key) => majors.some((major) => major.key === key));
  expect(keys.length).toBeGreaterThan(1);
  const topics = topicsOf(keys);
  expect(topics.booksOf('kraken', 'BTC/USD').map(({ key }) => key)).toEqual(keys);
  expect(topics.booksOf('binance', 'BTCUSDT').map(({ key }) => key)).toEqual(['spot.price:BTC']);
});

test('the streams of all venues of a key are wanted', () => {
  const wanted = topicsOf(['spot.price:BTC']).byStream();
  expect([...wanted.keys()].toSorted()).toEqual([
    'binance',
    'bitstamp',
    'bybit',
    'coinbase',
    'gemini',
    'kraken',
    'okx',
    'pyth',
  ]);
  expect(wanted.get('kraken')).toEqual(['BTC/USD']);
});

test('keys that left have no books', () => {
  const topics = topicsOf(['spot.price:BTC']);
  topics.follow([]);
  expect([topics.booksOf('coinbase', 'BTC-USD'), topics.byStream().size]).toEqual([[], 0]);
});
