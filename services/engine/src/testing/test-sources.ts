import { catalogOf, priceAnswer, priceType, providerOf } from '@assay/providers/testing/test-providers';
import { createAsk, type AskSource } from '../sources/attempt.ts';
import type { SourceObservation } from '../sources/observe.ts';
import { openSources, type Source } from '../sources/source.ts';
import type { ProviderSettings } from '../sources/provider-settings.ts';
import type { TypeAdapter } from '@assay/providers/define';
import type { Fetched } from '@assay/providers/fetch';
import { offersByType } from '@assay/providers/load';
import type { CatalogKnowledge } from '../catalog/live-catalog.ts';
import type { MeasuredPair } from '@assay/independence/verdicts/measured-pair';
import type { Clock } from '@assay/runtime/clock';
import type { PairVerdict } from '@assay/catalog/outcomes';
import type { VerifyPorts } from '../verification/verify.ts';

/** The wall-clock time at which tests start. */
export const startMs = Date.UTC(2026, 0, 1);

/**
 * The time of the monotonic clock at which tests start. It differs from the wall clock's time, so that a test fails if
 * the code confuses the two clocks.
 */
export const monotonicStartMs = 7_200_000;

/** A clock that a test advances by hand. Timers run in the order of their times. */
export type TestClock = Clock & {
  /** Sets the wall clock, as an operator could. The monotonic clock and the timers do not change. */
  readonly setWallClock: (nowMs: number) => void;
  /** Advances the time and runs the timers that are due. Between two timers, all promises that can settle do so. */
  readonly advance: (milliseconds: number) => Promise<void>;
};

/** Creates a clock for one test. */
export function testClock(): TestClock {
  let nowMs = monotonicStartMs;
  let wallOffsetMs = startMs - monotonicStartMs;
  let timers: { readonly atMs: number; readonly call: () => void }[] = [];
  return {
    now: () => nowMs + wallOffsetMs,
    monotonic: () => nowMs,
    after: (milliseconds, call) => {
      const timer = { atMs: nowMs + milliseconds, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    setWallClock: (wallMs) => {
      wallOffsetMs = wallMs - nowMs;
    },
    advance: async (milliseconds) => {
      const untilMs = nowMs + milliseconds;
      for (;;) {
        await settled();
        const due = timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (due === undefined) {
          break;
        }
        timers = timers.filter((each) => each !== due);
        nowMs = Math.max(nowMs, due.atMs);
        due.call();
      }
      nowMs = untilMs;
      await settled();
    },
  };
}

/** Resolves when every promise that can settle has settled. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Sources of the price type that ask fake providers. */
export type TestSources = {
  readonly clock: TestClock;
  readonly sources: readonly Source[];
  readonly ask: AskSource;
  /** The provider id of each request so far. */
  readonly sent: string[];
  /** The provider id and the path of each request so far. */
  readonly paths: string[];
  readonly observations: SourceObservation[];
};

/** Returns the answer of a fake provider to one request, immediately or later. */
export type FakeProvider = (path: string) => Fetched | Promise<Fetched>;

const live: ProviderSettings = { mode: 'live', urls: {}, keys: {}, budgets: {} };

/** Opens sources that ask fake providers. Each fake provider is a function. */
export function openTestSources(
  plays: Readonly<Record<string, FakeProvider>>,
  options: {
    readonly answers?: Readonly<Record<string, Partial<TypeAdapter>>>;
    readonly budgets?: ProviderSettings['budgets'];
    readonly mode?: 'sandbox' | 'live';
    readonly urls?: ProviderSettings['urls'];
    readonly clock?: TestClock;
  } = {},
): TestSources {
  const clock = options.clock ?? testClock();
  const providers = Object.keys(plays).map((id) => providerOf(id, [priceAnswer(options.answers?.[id])]));
  const settings = {
    ...live,
    mode: options.mode ?? 'live',
    budgets: options.budgets ?? {},
    urls: options.urls ?? {},
  } as const;
  const opened = openSources(offersByType(providers, catalogOf(priceType)), settings, clock.monotonic);
  const sent: string[] = [];
  const paths: string[] = [];
  const observations: SourceObservation[] = [];
  const ask = createAsk({
    now: clock.now,
    monotonic: clock.monotonic,
    fetch: async (baseUrl, request) => {
      const id = new URL(baseUrl).hostname.split('.')[0] ?? '';
      sent.push(id);
      paths.push(`${id} ${request.path}`);
      return (plays[id] as FakeProvider)(request.path);
    },
    onObservation: (_source, observation) => observations.push(observation),
  });
  return { clock, sources: opened.get(priceType.id) ?? [], ask, sent, paths, observations };
}

/** Returns the dependencies of `verify` with these sources, and without verdicts and references. */
export function portsOf(world: TestSources, overrides: Partial<VerifyPorts> = {}): VerifyPorts {
  return {
    catalog: catalogOf(priceType),
    sources: new Map([[priceType.id, world.sources]]),
    maxAttempts: () => 10,
    ask: world.ask,
    references: new Map(),
    pair: (_key, a, b) => pairOf(a, b, 'unknown'),
    isOutlier: () => false,
    onQuestion: () => undefined,
    isPlausible: () => true,
    clock: world.clock,
    ...overrides,
  };
}

/** The input for a catalog without any verdict or reference. */
export const nothingKnown: CatalogKnowledge = {
  measurement: {
    pair: (_key, a, b) => pairOf(a, b, 'unknown'),
    outliers: { isOutlier: () => false, hasConflict: () => false },
  },
  references: new Map(),
  referenceHealth: { of: () => undefined },
};

/** Returns a measured pair with a given verdict. */
export function pairOf(a: string, b: string, verdict: PairVerdict): MeasuredPair {
  return {
    a,
    b,
    verdict,
    nats: verdict === 'shared_upstream' ? 40 : 0,
    observations: 200,
    sinceMs: startMs,
    measuredOn: '',
    maxShare: null,
  };
}

/** Returns a promise, and the function that resolves it. */
export function deferred<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}
