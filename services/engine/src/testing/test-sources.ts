import { z } from 'zod';
import { decimalString, isoInstant } from '@assay/catalog/decimals';
import { defineDataType, type DataType } from '@assay/catalog/define';
import type { Catalog } from '@assay/catalog/catalog';
import { createAsk, type AskSource } from '../sources/attempt.ts';
import type { SourceObservation } from '../sources/observe.ts';
import { openSources, type ProviderSettings, type Source } from '../sources/source.ts';
import type { TypeAdapter, Provider } from '../providers/define.ts';
import type { Fetched } from '../providers/fetch.ts';
import { offersByType } from '../providers/load.ts';
import type { CatalogKnowledge } from '../catalog/live-catalog.ts';
import type { MeasuredPair } from '@assay/independence/measured-pair';
import type { Clock } from '@assay/service/clock';
import type { Relation } from '@assay/independence/measured-pair';
import type { VerifyPorts } from '../verification/verify.ts';

/** The time at which tests start. */
export const startMs = Date.UTC(2026, 0, 1);

/** A clock that a test advances by hand. Timers run in the order of their times. */
export type TestClock = Clock & {
  /** Advances the time and runs the timers that are due. Promises settle between any two timers. */
  readonly advance: (milliseconds: number) => Promise<void>;
};

/** Creates a clock for one test. */
export function testClock(): TestClock {
  let nowMs = startMs;
  let timers: { readonly atMs: number; readonly call: () => void }[] = [];
  return {
    now: () => nowMs,
    monotonic: () => nowMs,
    after: (milliseconds, call) => {
      const timer = { atMs: nowMs + milliseconds, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
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

/** A price type for tests, with a maximum age of one minute. */
export const priceType: DataType = defineDataType({
  id: 'test.price',
  description: 'A price for tests.',
  params: z.object({ symbol: z.string(), owner_id: z.string().optional() }),
  inferredParams: ['owner_id'],
  data: z.object({ symbol: z.string(), price: decimalString, owner_id: z.string().optional(), asOf: isoInstant }),
  origin: 'measured',
  maxAgeMs: 60_000,
  levelCeiling: 'consensus',
  levelCeilingReason: 'it is a test',
  agreement: { field: 'price', identityFields: ['symbol'], toleranceBps: 100, samplingParams: [] },
  example: { symbol: 'BTC' },
}) as DataType;

/** Returns a catalog of these types. */
export function catalogOf(...types: readonly DataType[]): Catalog {
  return new Map(types.map((type) => [type.id, type]));
}

/**
 * Returns an adapter of the price type. It reads `{ price, at?, owner? }`, `unknown` and errors; a test overrides the
 * rest.
 */
export function priceAnswer(overrides: Partial<TypeAdapter> = {}): TypeAdapter {
  return {
    type: priceType.id,
    costMicros: 100n,
    request: ({ symbol }) => ({ path: `/price/${symbol}` }),
    read: ({ status, body }, params) => {
      if (status >= 500) {
        return { kind: 'http_error', detail: `HTTP ${status}` };
      }
      if (body === 'unknown') {
        return { kind: 'unknown_entity' };
      }
      const { price, at, owner } = body as { price: string; at?: number; owner?: string };
      return {
        kind: 'datum',
        data: { symbol: params['symbol'], price, ...(owner === undefined ? {} : { owner_id: owner }) },
        ...(at === undefined ? {} : { sourceAtMs: at }),
      };
    },
    ...overrides,
  };
}

/** Returns a provider with generous limits. */
export function providerOf(id: string, answers: readonly TypeAdapter[] = [priceAnswer()]): Provider {
  return {
    id,
    baseUrl: `https://${id}.test`,
    budget: { requests: 1_000, perMs: 1_000, documentedAt: 'https://example.com/limits' },
    adapters: answers,
  };
}

/** Returns a good answer that was measured at the given time. */
export function priced(price: string, atMs: number): Fetched {
  return { kind: 'answered', status: 200, body: { price, at: atMs } };
}

/** Sources of the price type over fake providers. */
export type TestSources = {
  readonly clock: TestClock;
  readonly sources: readonly Source[];
  readonly ask: AskSource;
  /** The provider id of each request so far. */
  readonly sent: string[];
  readonly observations: SourceObservation[];
};

/** The answer of a fake provider to one request, at once or later. */
export type FakeProvider = (path: string) => Fetched | Promise<Fetched>;

const live: ProviderSettings = { mode: 'live', urls: {}, keys: {}, budgets: {} };

/** Opens sources over fake providers, each of them a function. */
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
  const opened = openSources(offersByType(providers, catalogOf(priceType)), settings, clock.now);
  const sent: string[] = [];
  const observations: SourceObservation[] = [];
  const ask = createAsk({
    now: clock.now,
    fetch: async (baseUrl, request) => {
      const id = new URL(baseUrl).hostname.split('.')[0] ?? '';
      sent.push(id);
      return (plays[id] as FakeProvider)(request.path);
    },
    onObservation: (_source, observation) => observations.push(observation),
  });
  return { clock, sources: opened.get(priceType.id) ?? [], ask, sent, observations };
}

/** Returns the dependencies of verify over fake providers, without any verdict or reference. */
export function portsOf(world: TestSources, overrides: Partial<VerifyPorts> = {}): VerifyPorts {
  return {
    catalog: catalogOf(priceType),
    sources: new Map([[priceType.id, world.sources]]),
    maxAttempts: () => 10,
    ask: world.ask,
    references: new Map(),
    pair: (_type, a, b) => pairOf(a, b, 'unknown'),
    isOutlier: () => false,
    isPlausible: () => true,
    clock: world.clock,
    ...overrides,
  };
}

/** The knowledge of a catalog without any verdict or reference. */
export const nothingKnown: CatalogKnowledge = {
  measurement: {
    pair: (_type, a, b) => pairOf(a, b, 'unknown'),
    outliers: { isOutlier: () => false, conflicts: () => [] },
  },
  references: new Map(),
  referenceHealth: { of: () => undefined },
};

/** Returns a measured pair with a given verdict. */
export function pairOf(a: string, b: string, verdict: Relation): MeasuredPair {
  return { a, b, verdict, nats: verdict === 'shared_upstream' ? 40 : 0, observations: 200, sinceMs: startMs };
}

/** Returns a promise, and the function that resolves it. */
export function deferred<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}
