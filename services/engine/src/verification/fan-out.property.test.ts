import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { reaches, type Level } from '@assay/catalog/define';
import { catalogOf, priced, priceType } from '@assay/providers/testing/test-providers';
import {
  nothingKnown,
  openTestSources,
  pairOf,
  monotonicStartMs,
  startMs,
  type FakeProvider,
  type TestClock,
  testClock,
} from '../testing/test-sources.ts';
import { attemptBounds, liveCatalog } from '../catalog/live-catalog.ts';
import type { Fetched } from '@assay/providers/fetch';
import { compare } from './compare.ts';
import { fanOut } from './fan-out.ts';
import { decide } from './decide.ts';
import { planSources } from './plan.ts';

const behaviour = fc.oneof(
  fc.constantFrom('good', 'stale', 'down', 'garbage', 'undated', 'unknown', 'limited', 'silent', 'uncovered'),
  fc.constantFrom('good', 'unknown'),
);
type Behaviour = 'good' | 'stale' | 'down' | 'garbage' | 'undated' | 'unknown' | 'limited' | 'silent' | 'uncovered';
const source = fc.record({
  does: behaviour as fc.Arbitrary<Behaviour>,
  afterMs: fc.integer({ min: 0, max: 3_000 }),
  costMicros: fc.bigInt({ min: 0n, max: 1_000n }),
});

function play(does: Behaviour, afterMs: number, clock: TestClock): FakeProvider {
  const answers: Record<Exclude<Behaviour, 'silent'>, Fetched> = {
    good: priced('1.5', startMs + 1_000),
    stale: priced('1.5', startMs - 90_000),
    down: { kind: 'unreachable', detail: 'connection refused' },
    garbage: { kind: 'answered', status: 200, body: { price: '<html>', at: startMs } },
    undated: { kind: 'answered', status: 200, body: { price: '1' } },
    unknown: { kind: 'answered', status: 200, body: 'unknown' },
    limited: { kind: 'answered', status: 429, body: undefined },
    uncovered: { kind: 'answered', status: 500, body: undefined },
  };
  return () =>
    new Promise((resolve) => {
      if (does === 'silent') {
        clock.after(2_500, () => resolve({ kind: 'timeout', detail: 'no answer' }));
      } else {
        clock.after(afterMs, () => resolve(answers[does]));
      }
    });
}

test("for all behaviors of sources the outcome follows the rules and the cost stays within the catalog's price", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(source, { minLength: 1, maxLength: 12 }),
      fc.constantFrom<Level>('single_source', 'consensus', 'anchored'),
      fc.integer({ min: 1, max: 4 }),
      async (plays, required, wanted) => {
        const clock = testClock();
        const named = plays.map((each, index) => [`p${String.fromCharCode(97 + index)}`, each] as const);
        const world = openTestSources(
          Object.fromEntries(named.map(([id, { does, afterMs }]) => [id, play(does, afterMs, clock)])),
          {
            clock,
            answers: Object.fromEntries(
              named.map(([id, { does, costMicros }]) => [
                id,
                does === 'uncovered' ? { costMicros, request: () => undefined } : { costMicros },
              ]),
            ),
          },
        );
        const sources = new Map([[priceType.id, world.sources]]);
        const bounds = attemptBounds(sources);
        for (const each of world.sources) {
          each.breaker.record('success');
        }
        const maxCost = liveCatalog(catalogOf(priceType), sources, bounds, nothingKnown)[0]?.maxCostMicros ?? -1n;

        const params = { symbol: 'BTC' };
        const running = fanOut(
          planSources(world.sources),
          (source) => world.ask(source, params, 'BTC'),
          {
            maxAttempts: bounds.get(priceType.id) ?? 0,
            attemptTimeoutMs: 2_500,
            deadlineAtMs: monotonicStartMs + 7_500,
            wanted: () => wanted,
          },
          clock,
        );
        await clock.advance(7_500);
        const fanOutResult = await running;
        const comparison = compare(priceType, fanOutResult.answered, undefined, (a, b) => pairOf(a, b, 'unknown'));
        const result = decide({ type: priceType, params, required }, { fanOut: fanOutResult, comparison }, startMs);

        const sentCost = fanOutResult.attempts.reduce((sum, { costMicros }) => sum + costMicros, 0n);
        expect(result.totalCostMicros).toBe(sentCost);
        expect(sentCost <= maxCost).toBe(true);
        expect(new Set(world.sent).size).toBe(world.sent.length);
        const good = fanOutResult.attempts.filter(({ outcome }) => outcome === 'ok');
        expect(good.length).toBe(fanOutResult.answered.length);
        expect(good.length === 0).toBe(result.used === undefined);
        expect(good.length).toBeLessThanOrEqual(wanted);
        if (result.used === undefined) {
          const unknown = fanOutResult.attempts.filter(({ outcome }) => outcome === 'unknown_entity').length;
          const all = unknown === fanOutResult.attempts.length && !fanOutResult.outOfTime;
          const knowing = all || unknown >= 2;
          expect(result.outcome).toBe(knowing ? 'no_source' : 'failed');
          expect(result.level).toBeUndefined();
        } else {
          expect(result.outcome).toBe(reaches('single_source', required) ? 'delivered' : 'refused');
          expect(result.level).toBe('single_source');
          const behind = named.find(([id]) => id === result.used?.provider)?.[1];
          expect(behind?.does).toBe('good');
        }
      },
    ),
    { numRuns: 200 },
  );
}, 60_000);
