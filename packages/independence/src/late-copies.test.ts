import { expect, test } from '@jest/globals';
import { createState } from './create-state.ts';
import { evidence } from './verdicts/explain.ts';
import { observe } from './observe.ts';
import { poll } from './testing/trace-generator.ts';
import { addReseller, addVenue } from './testing/trace-providers.ts';
import { makeWorld } from './testing/trace-world.ts';

const minRowMs = 190;

/** Returns all verdicts on a venue and its late copy over a trace of five rounds a second. */
function verdictsOfCopy(seed: number, delaySeconds: number): ReadonlySet<string> {
  const world = makeWorld({
    seed,
    seconds: 150,
    regime: 'calm',
    price: 60_000,
    key: 'price:BTC-USD',
    pollSeconds: 0.2,
    volatility: 0.8,
  });
  for (const name of ['venue', 'b', 'c', 'd', 'e', 'f']) {
    addVenue(world, name, { tick: 0.01, tradesPerSecond: 5, outages: [] });
  }
  addReseller(world, 'copy', 'venue', { period: 0.3, delay: delaySeconds });
  const state = createState(world.key, undefined, minRowMs);
  const verdicts = new Set<string>();
  let judgedMs = 0;
  for (const observation of poll(world)) {
    observe(state, observation);
    if (state.judgement.atMs !== judgedMs) {
      judgedMs = state.judgement.atMs;
      verdicts.add(evidence(state, 'venue', 'copy').verdict);
    }
  }
  return verdicts;
}

// In this test the stored values of a provider (its ring) cover 13 s. So when these copies show a value, the ring of
// the original provider no longer contains it.
test.each([3, 13])(
  'never calls a copy independent that is later than the stored values reach back: seed %i',
  (seed) => {
    expect(verdictsOfCopy(seed, 30)).toEqual(new Set(['unknown']));
  },
);
