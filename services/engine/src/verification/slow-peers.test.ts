import { expect, test } from '@jest/globals';
import { rootContext } from '@assay/rpc/context';
import { priced, priceType } from '@assay/providers/testing/test-providers';
import {
  deferred,
  openTestSources,
  pairOf,
  portsOf,
  monotonicStartMs,
  startMs,
  type TestSources,
} from '../testing/test-sources.ts';
import type { Fetched } from '@assay/providers/fetch';
import { createKnownValues, type KnownValues } from './known-values.ts';
import type { EngineAnswer } from './answer.ts';
import { verify } from './verify.ts';

type Scene = {
  readonly world: TestSources;
  readonly known: KnownValues;
  readonly call: Promise<EngineAnswer>;
  readonly answerPeers: (price: string) => void;
};

/**
 * Starts a call whose first source answers immediately. Its two peers answer only when the test resolves their promise.
 */
function begin(price: string, remembered?: { readonly price: string; readonly ageMs: number }): Scene {
  const peers = deferred<Fetched>();
  const world = openTestSources({ a: () => priced(price, startMs), b: () => peers.promise, c: () => peers.promise });
  let nowMs = startMs;
  const known = createKnownValues(() => nowMs);
  const [, b] = world.sources;
  if (remembered !== undefined && b !== undefined) {
    const data = { symbol: 'BTC', price: remembered.price, asOf: new Date(startMs).toISOString() };
    const observation = {
      outcome: 'ok',
      receivedAtMs: nowMs,
      data,
      dataJson: '',
      detail: '',
      httpStatus: 200,
    } as const;
    known.onObservation(b, observation, 10, { symbol: 'BTC' });
    nowMs += remembered.ageMs;
  }
  const question = { type: priceType.id, params: { symbol: 'BTC' }, required: 'single_source' } as const;
  const call = verify(question, rootContext(9_000, monotonicStartMs), {
    ...portsOf(world, { isPlausible: known.isPlausible }),
    pair: (_type, a, b) => pairOf(a, b, 'independent'),
  });
  return { world, known, call, answerPeers: (value) => peers.resolve(priced(value, startMs)) };
}

async function resultAfter(scene: Scene, peersAfterMs: number, peers: string): Promise<EngineAnswer> {
  await scene.world.clock.advance(peersAfterMs);
  scene.answerPeers(peers);
  await scene.world.clock.advance(0);
  return await scene.call;
}

test('a fast wrong source does not win against two correct peers that need 1.4 s', async () => {
  for (const remembered of [undefined, { price: '100', ageMs: 60_000 }, { price: '150', ageMs: 500_000 }]) {
    const result = await resultAfter(begin('150', remembered), 1_400, '100');
    expect(result).toMatchObject({ outcome: 'delivered', level: 'consensus' });
    expect(JSON.parse(result.used?.dataJson ?? '')).toMatchObject({ price: '100' });
  }
});

test('an answer near the known values does not wait for slow peers', async () => {
  const scene = begin('101', { price: '100', ageMs: 60_000 });
  await scene.world.clock.advance(1_200);
  expect(await scene.call).toMatchObject({ outcome: 'delivered', level: 'single_source' });
});

test('an answer that strays waits for its peers for 2.5 s and no longer', async () => {
  const scene = begin('150', { price: '100', ageMs: 1_000 });
  let ended = false;
  void scene.call.then(() => (ended = true));
  await scene.world.clock.advance(2_400);
  expect(ended).toBe(false);
  await scene.world.clock.advance(100);
  expect(await scene.call).toMatchObject({ outcome: 'delivered', level: 'single_source' });
});
