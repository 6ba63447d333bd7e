import { expect, test } from '@jest/globals';
import { loadCatalog } from '@assay/catalog/catalog';
import { loadModel } from '@assay/resolver/embedded/load-model';
import type { LabelledItem } from '../scoring/labelled-set.ts';
import { encoderRow, linearRows } from './encoder-rows.ts';

const { card: _card, ...trained } = await loadModel();
const linearRow = linearRows(await loadCatalog(), trained);
const price: LabelledItem['accept'] = [
  { outcome: 'type', type: 'token.price', params: { token: 'ETH' } },
  { outcome: 'type', type: 'spot.price', params: { symbol: 'ETH' } },
];

function item(query: string, accept: LabelledItem['accept']): LabelledItem {
  return { id: 'a', author: 'b', tags: [], query, accept };
}

test('a row has the class of its first right answer, and whether a parameter is missing', () => {
  expect(encoderRow(item('price of ETH', price), true)).toMatchObject({ label: 'price', missing: false });
  const lacking = item('funding of ETH', [{ outcome: 'missing_param', type: 'funding.rate', missing: ['venue'] }]);
  expect(encoderRow(lacking, true)).toMatchObject({ label: 'funding.rate', missing: true });
  expect(encoderRow(item('hello', [{ outcome: 'no_source' }]), true)).toMatchObject({ label: 'none', missing: false });
  expect(encoderRow(item('price of ETH', price), false).missing).toBeNull();
});

test('a row states what the linear model decides, and what each class would answer', async () => {
  const row = await linearRow(item('What is the price of ETH right now?', price));
  expect(row).toMatchObject({ refusable: false, unanswerable: false, answerable: true });
  expect(row.linear).toMatchObject({ outcome: 'type', exact: true, class: 'price' });
  expect(row.byClass['price']).toMatchObject({ outcome: 'type', exact: true, typeRight: true });
  expect(row.byClass['funding.rate']).toMatchObject({ outcome: 'missing', exact: false });
  expect(row.byClass['none']).toMatchObject({ outcome: 'none', probability: 0 });
});

test('a refusal is right for an unanswerable question', async () => {
  const row = await linearRow(item('who won the football match', [{ outcome: 'no_source' }]));
  expect(row).toMatchObject({ refusable: true, unanswerable: true, answerable: false });
  expect(row.linear).toMatchObject({ outcome: 'none', exact: true });
});
