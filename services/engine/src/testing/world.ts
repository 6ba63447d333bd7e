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
import type { MeasuredPair } from '../verification/measured-pair.ts';
import type { Clock } from '@assay/service/clock';
import type { Relation } from '../verification/levels.ts';
import type { VerifyPorts } from '../verification/verify.ts';

/** A moment for tests to start at. */
export const startMs = Date.UTC(2026, 0, 1);

/** A clock that stands still until it is told to go on; what is due then runs in the order of its times. */
export type TestClock = Clock & {
  /** Moves on, running what is due, with room for promises to settle between any two moments. */
  readonly advance: (milliseconds: number) => Promise<void>;
};

/** Creates a clock of a test's own. */
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

/** Lets every promise that can settle do so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A price type to test with; fresh for a minute. */
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

/** A catalog of types. */
export function catalogOf(...types: readonly DataType[]): Catalog {
  return new Map(types.map((type) => [type.id, type]));
}

/** An answer of the price type that reads `{ price, at?, owner? }`, `unknown`, `limited`; tests override what they need. */
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

/** A provider with generous limits. */
export function providerOf(id: string, answers: readonly TypeAdapter[] = [priceAnswer()]): Provider {
  return {
    id,
    baseUrl: `https://${id}.test`,
    budget: { requests: 1_000, perMs: 1_000, documentedAt: 'https://example.com/limits' },
    adapters: answers,
  };
}

/** A good answer, measured when it was asked for unless said otherwise. */
export function priced(price: string, atMs: number): Fetched {
  return { kind: 'answered', status: 200, body: { price, at: atMs } };
}

/** Sources of the price type over an outside world that the test plays. */
export type SourcesWorld = {
  readonly clock: TestClock;
  readonly sources: readonly Source[];
  readonly ask: AskSource;
  /** Requests sent so far, by provider id. */
  readonly sent: string[];
  readonly observations: SourceObservation[];
};

/** What a provider does when it is asked: at once, or when its promise ends. */
export type PlayedProvider = (path: string) => Fetched | Promise<Fetched>;

const live: ProviderSettings = { mode: 'live', urls: {}, keys: {}, budgets: {} };

/** Opens a world of providers, each played by a function. */
export function openWorld(
  plays: Readonly<Record<string, PlayedProvider>>,
  options: {
    readonly answers?: Readonly<Record<string, Partial<TypeAdapter>>>;
    readonly budgets?: ProviderSettings['budgets'];
    readonly mode?: 'sandbox' | 'live';
    readonly urls?: ProviderSettings['urls'];
    readonly clock?: TestClock;
  } = {},
): SourcesWorld {
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
      return (plays[id] as PlayedProvider)(request.path);
    },
    onObservation: (_source, observation) => observations.push(observation),
  });
  return { clock, sources: opened.get(priceType.id) ?? [], ask, sent, observations };
}

/** Ports of a call over a world in which nothing was measured and no reference exists. */
export function portsOf(world: SourcesWorld, overrides: Partial<VerifyPorts> = {}): VerifyPorts {
  return {
    catalog: catalogOf(priceType),
    sources: new Map([[priceType.id, world.sources]]),
    maxAttempts: () => 10,
    ask: world.ask,
    references: new Map(),
    pair: (_type, a, b) => pairOf(a, b, 'unknown'),
    isOutlier: () => false,
    clock: world.clock,
    ...overrides,
  };
}

/** What a catalog is computed from when nothing was measured and no reference exists. */
export const nothingKnown: CatalogKnowledge = {
  measurement: {
    pair: (_type, a, b) => pairOf(a, b, 'unknown'),
    outliers: { isOutlier: () => false, conflicts: () => [] },
  },
  references: new Map(),
  referenceHealth: { of: () => undefined },
};

/** A pair as it would have been measured. */
export function pairOf(a: string, b: string, verdict: Relation): MeasuredPair {
  return { a, b, verdict, nats: verdict === 'shared_upstream' ? 40 : 0, observations: 200, sinceMs: startMs };
}

/** A promise that the test ends. */
export function held<Value>(): { readonly promise: Promise<Value>; readonly end: (value: Value) => void } {
  let end: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => (end = resolve));
  return { promise, end };
}
