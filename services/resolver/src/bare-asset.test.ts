import { loadCatalog } from '@assay/catalog/catalog';
import { expect, test } from '@jest/globals';
import { resolveBareAsset } from './bare-asset.ts';
import { parseQuestion } from './entities/parse-question.ts';
import { normalizeQuestion } from './question-text.ts';

const catalog = await loadCatalog();
const tokenOf = (query: string): unknown =>
  resolveBareAsset(parseQuestion(normalizeQuestion(query)), catalog)?.params['token'];

test.each([
  ['btc', 'BTC'],
  ['BTC', 'BTC'],
  ['$btc', 'BTC'],
  ['eth', 'ETH'],
  ['eth?', 'ETH'],
  ['sol', 'SOL'],
  ['SOL', 'SOL'],
  ['"bitcoin"', 'BTC'],
  ['Ether', 'ETH'],
  ['ビットコイン', 'BTC'],
  ['toncoin', 'GRAM'],
  ['$GRAM', 'GRAM'],
  ['matic', 'POL'],
  ['Vaulta', 'A'],
  ['eos', 'A'],
  ['mkr', 'MKR'],
])('%s alone asks for the price of %s', (query, token) => {
  expect(tokenOf(query)).toBe(token);
});

test.each([
  'near',
  'link',
  'gram',
  'ton',
  'sky',
  'polygon',
  'hl',
  'btc eth',
  'btc supply',
  'hello',
  'why btc',
  '',
  'A',
])('%p alone is not clear enough', (query) => {
  expect(tokenOf(query)).toBeUndefined();
});
