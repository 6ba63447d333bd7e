import { expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { sampleOf, sampleRequest } from './sample-request.ts';
import type { ServedType } from './served-types.ts';

const catalog = await loadCatalog();
const state: ServedType = {
  maxLevel: 'single_source',
  exampleLevel: 'single_source',
  isMeasuring: true,
  decidedPairs: 0,
  openPairs: 10,
};

test('the sample asks for the most informative type that is served, and says which level to expect', () => {
  const both = new Map([
    ['game.players', state],
    ['token.price', state],
  ]);
  expect(sampleOf(catalog, both, 'sandbox')).toMatchObject({
    type: 'token.price',
    body: '{"type":"token.price","params":{"token":"SOL"}}',
    level: expect.stringContaining('is single_source now. It rises to anchored'),
  });
});

test('a type of the chain is the sample only where nothing better is served', () => {
  const some = new Map([
    ['chain.can_sign', state],
    ['game.players', state],
  ]);
  expect(sampleOf(catalog, some, 'live')?.type).toBe('game.players');
});

test('a system that serves no type shows the request that lists the types', () => {
  expect(sampleOf(catalog, new Map(), 'live')).toBeUndefined();
  expect(sampleRequest('http://127.0.0.1:1', 'asy_demo', undefined)).toEqual([
    "  curl -s http://127.0.0.1:1/v1/types -H 'Authorization: Bearer asy_demo'",
  ]);
});
