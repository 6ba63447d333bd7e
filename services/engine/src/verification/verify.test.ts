import { expect, test } from '@jest/globals';
import { rootContext } from '@assay/rpc/context';
import { priced, priceType } from '@assay/providers/testing/test-providers';
import { openTestSources, portsOf, monotonicStartMs, startMs, type FakeProvider } from '../testing/test-sources.ts';
import type { EngineAnswer } from './answer.ts';
import { verify } from './verify.ts';

function ask(
  params: Readonly<Record<string, string>>,
  play: FakeProvider = () => priced('1', startMs),
  type: string = priceType.id,
): Promise<EngineAnswer> {
  const world = openTestSources({ a: play });
  return verify({ type, params, required: 'single_source' }, rootContext(9_000, monotonicStartMs), portsOf(world));
}

test('parameters stay as given when none was inferred', async () => {
  expect((await ask({ symbol: 'BTC' })).params).toEqual({ symbol: 'BTC' });
});

test('an inferred parameter that was not given is completed from the answer', async () => {
  const body = { price: '1', at: startMs, owner: 'did:x' };
  const answered = await ask({ symbol: 'BTC' }, () => ({ kind: 'answered', status: 200, body }));
  expect(Object.entries(answered.params)).toEqual([
    ['symbol', 'BTC'],
    ['owner_id', 'did:x'],
  ]);
});

test('an inferred parameter of another entity is no_source, and the reason says so', async () => {
  const body = { price: '1', at: startMs, owner: 'did:x' };
  const answered = await ask({ symbol: 'BTC', owner_id: 'did:y' }, () => ({ kind: 'answered', status: 200, body }));
  expect(answered).toMatchObject({
    outcome: 'no_source',
    reason:
      'no source of test.price knows symbol "BTC", owner_id "did:y": a source was found, but its owner_id differs from the one in the question',
  });
});

test.each<[string, string, Readonly<Record<string, string>>]>([
  ['TYPE_NOT_FOUND', 'no.such', {}],
  ['INVALID_PARAM', 'test.price', { symbol: 'BTC', constructor: 'x' }],
])('a question outside the catalog is refused as %s: %s %p', async (code, type, params) => {
  await expect(ask(params, undefined, type)).rejects.toMatchObject({ code });
});
