import type { DuePoint } from '@assay/independence/verdicts/evidence-history';
import type { AdmittedKey } from '@assay/independence/learner';
import type { StoredKeyState } from '@assay/independence/key-state';
import type { ProviderObservation } from '@assay/independence/observation';
import type { ProviderPrint } from '@assay/independence/print';
import { createPriceMovement } from '@assay/independence/price-movement';
import type { SamplingPace } from '@assay/independence/sampling-schedule';
import type { KeyVerdicts } from '@assay/independence/verdicts/verdict-snapshot';
import { catalogOf, priced, priceType } from '@assay/providers/testing/test-providers';
import type { SourceObservation } from '../../sources/observe.ts';
import type { Source } from '../../sources/source.ts';
import { openTestSources, startMs } from '../../testing/test-sources.ts';
import type { Reference } from '../../verification/reference.ts';
import { createMeasurement, type MeasurementPorts } from '../measurement.ts';
import { createSampledKeys } from '../sampled-keys.ts';
import type { SamplerPorts } from '../sampler.ts';
import type { LearningEvents } from '../thread.ts';

/** The verdict on one pair, for one key. */
export const verdicts: KeyVerdicts = {
  type: 'test.price',
  key: 'test.price:BTC',
  observations: 9,
  judgedMs: startMs,
  composites: [],
  pairs: [
    {
      providers: ['a', 'b'],
      verdict: 'independent',
      sinceMs: 1,
      judgedMs: 2,
      newestMs: startMs,
      nats: 0,
      observations: 90,
      kinds: [],
      maxShare: null,
      reason: '',
    },
  ],
};
/** A type whose only major key is `test.price:BTC`. */
export const sampledType = {
  ...priceType,
  agreement: { field: 'price', identityFields: ['symbol'], toleranceBps: 50, samplingParams: [{ symbol: 'BTC' }] },
};
/** Limits of the keys in use, small enough for a test to reach. */
export const limits = { maxMeasured: 4, maxCounted: 64, minMinutes: 1 };
/** Returns a stored state of a key, without evidence. */
export const storedState = (key: string): StoredKeyState => ({ key, state: '{}', format: 1, observations: 1 });
const pace: SamplingPace = { calmMs: 1_000, burstMs: 1_000, burstForMs: 1, burstEveryMs: 60_000, minRowMs: 900 };

/** Opens a measurement with two providers, and records its calls. */
export function openTestMeasurement(
  overrides: Partial<MeasurementPorts['store']> = {},
  accepts: () => boolean = () => true,
  nodes: Partial<MeasurementPorts['nodes']> = {},
) {
  const world = openTestSources({ a: () => priced('1', startMs), b: () => priced('1', startMs) });
  const seen = {
    learned: [] as ProviderObservation[],
    prints: [] as ProviderPrint[],
    followed: [] as (readonly string[])[],
    shared: [] as ProviderObservation[],
    loads: 0,
    saves: 0,
    savedKeys: [] as string[],
    points: [] as (readonly DuePoint[])[],
    admitted: [] as AdmittedKey[],
    released: [] as string[],
    samples: 0,
    snapshots: [] as string[],
    releases: 0,
    dropped: 0,
    warnings: 0,
  };
  const started: LearningEvents[] = [];
  const movement = createPriceMovement();
  const callbacks: Pick<SamplerPorts, 'onRound'>[] = [];
  const keys = createSampledKeys(catalogOf(sampledType), limits, world.clock.now);
  const measurement = createMeasurement({
    startThread: (events) => {
      started.push(events);
      return {
        observe: (observation) => accepts() && seen.learned.push(observation) > 0,
        observePrint: (print) => accepts() && seen.prints.push(print) > 0,
        admit: (keys) => {
          seen.loads += 1;
          seen.admitted.push(...keys);
        },
        release: (keys) => void seen.released.push(...keys),
        report: () => undefined,
        dump: async () => [storedState('k')],
        close: async () => undefined,
      };
    },
    keys,
    createSampler: (_schedule, samplerCallbacks) => {
      callbacks.push(samplerCallbacks);
      return { tick: () => void (seen.samples += 1) };
    },
    nodes: { tick: () => undefined, load: () => [], freshVerdicts: () => [], changedStates: () => [], ...nodes },
    references: new Map([['test.price', { id: 'reference' } as Reference]]),
    counting: { statements: new Map(), needsBound: () => false },
    movement,
    store: {
      holdLeaderLease: async () => true,
      releaseLeaderLease: async () => void (seen.releases += 1),
      loadStates: async () => [],
      saveStates: async (stored) => {
        seen.saves += 1;
        seen.savedKeys = stored.map(({ key }) => key);
      },
      deleteOldStates: async () => undefined,
      savePoints: async (points) => void seen.points.push(points),
      deleteOldPoints: async () => undefined,
      saveVerdictSnapshot: async (json) => void seen.snapshots.push(json),
      loadVerdictSnapshot: async () => undefined,
      ...overrides,
    },
    share: (observation) => void seen.shared.push(observation),
    pace,
    prints: {
      booksOf: () => [{ provider: 'venue', key: 'test.price:BTC' }],
      follow: (sampled) => void seen.followed.push(sampled.map(({ key }) => key)),
      onCount: () => undefined,
    },
    clock: world.clock,
    log: { info: () => undefined, error: () => undefined, warn: () => void (seen.warnings += 1) },
    onDropped: () => void (seen.dropped += 1),
  });
  const run = async (forMs: number): Promise<void> => {
    measurement.start();
    await world.clock.advance(forMs);
  };
  const sampled = callbacks[0] as Pick<SamplerPorts, 'onRound'>;
  return { measurement, seen, world, run, started, keys, movement, sampled, source: world.sources[0] as Source };
}

/** Returns a source's answer to the question about the price of BTC. */
export function answer(price: string, receivedAtMs: number): SourceObservation {
  const data = { symbol: 'BTC', price };
  return { outcome: 'ok', receivedAtMs, sourceAtMs: startMs, data, dataJson: '', detail: '', httpStatus: 200 };
}
