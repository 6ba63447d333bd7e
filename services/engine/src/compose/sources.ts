import type { Catalog } from '@assay/catalog/catalog';
import { systemClock } from '@assay/runtime/clock';
import type { ServiceTools } from '@assay/runtime/run';
import type { EngineConfig } from '../config.ts';
import type { Provider } from '@assay/providers/define';
import { createProviderHttp, type FetchProvider } from '@assay/providers/fetch';
import { loadProviders, offersByType } from '@assay/providers/load';
import { loadStreams } from '@assay/providers/load-streams';
import { createNameResolver } from '@assay/egress/name-resolver';
import { attemptTimeoutMs, createAsk, type AskSource } from '../sources/attempt.ts';
import type { SharedBudgets } from '../replicas/shared-budgets.ts';
import { createHostFetch, hostRule } from '../sources/host-fetch.ts';
import { createObservationFeed, type ObservationFeed } from '../sources/observation-feed.ts';
import { checkProviderSettings } from '../sources/provider-settings.ts';
import { openSources, unkeyedSources, type SourcesByType, type UnkeyedByType } from '../sources/source.ts';
import type { ProviderSettings } from '../sources/provider-settings.ts';
import { askWithStreams } from '../streams/ask-with-streams.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import type { StreamPrints } from '../streams/print-listener.ts';
import type { EngineMetrics } from './metrics.ts';

/** The providers of this process, and the function that asks them. */
export type ComposedSources = {
  readonly providers: readonly Provider[];
  readonly settings: ProviderSettings;
  readonly sources: SourcesByType;
  /** Providers that need a key but have none, by type. Decisions name them, and the engine never asks them. */
  readonly unkeyed: UnkeyedByType;
  readonly fetch: FetchProvider;
  /** Answers from a stream when its update is fresh, and asks by REST otherwise. */
  readonly ask: AskSource;
  /** Asks only by REST. Probes use this function, because a stream that works does not prove that REST works. */
  readonly askByRest: AskSource;
  /** Publishes the answer to every request by REST. */
  readonly observations: ObservationFeed;
  /** Publishes each observation that comes from a stream update. */
  readonly streamed: ObservationFeed;
  /** The trades of the streams. Undefined when streams are off. */
  readonly prints: StreamPrints | undefined;
};

/**
 * Loads the providers and opens the configured ones as sources.
 * @param ports.budgets shares the providers' rate limits with the other replicas.
 * @param openStreams opens the streams of the sources. Undefined when streams are off.
 * @param slotTime returns the time of a Solana slot according to the engine's nodes, for answers that state a slot
 * instead of a time.
 */
export async function composeSources(
  catalog: Catalog,
  config: EngineConfig,
  { metrics, budgets }: { readonly metrics: EngineMetrics; readonly budgets: Pick<SharedBudgets, 'add'> },
  tools: ServiceTools,
  slotTime: (slot: number) => number | undefined,
  openStreams: (sources: SourcesByType) => Promise<OpenStreams | undefined>,
): Promise<ComposedSources> {
  const providers = await loadProviders(catalog);
  checkProviderSettings(config, {
    providers,
    streams: (await loadStreams()).map(({ id }) => id),
    nodes: Object.keys(config.ASSAY_RPC_URLS),
  });
  const settings: ProviderSettings = {
    mode: config.ASSAY_MODE,
    urls: config.ASSAY_PROVIDER_URLS,
    keys: config.ASSAY_PROVIDER_KEYS,
    plans: config.ASSAY_PROVIDER_PLANS,
    budgets: config.ASSAY_PROVIDER_BUDGETS,
    allowsHost: hostRule(config.ASSAY_MASTODON_HOSTS),
    onBudget: budgets.add,
    onDenied: (provider, detail) => tools.log.warn({ provider, detail }, 'a provider refuses us'),
  };
  const offers = offersByType(providers, catalog);
  const sources = openSources(offers, settings, systemClock.monotonic);
  const unkeyed = unkeyedSources(offers, settings);
  logUnkeyed(unkeyed, tools);
  const http = createProviderHttp();
  tools.defer('provider connections', http.close);
  const observations = createObservationFeed();
  observations.subscribe((source, { outcome }, tookMs) => metrics.attempt(source, outcome, tookMs));
  const streamed = createObservationFeed();
  const { fetch } = http;
  const { onUnexpected } = metrics;
  const fetchHost = createHostFetch({ resolve: createNameResolver(), totalMs: attemptTimeoutMs });
  const askByRest = createAsk({
    fetch,
    fetchHost,
    ...systemClock,
    slotTime,
    onObservation: observations.publish,
    onUnexpected,
  });
  const streams = await openStreams(sources);
  const answers = streams?.answers;
  if (answers !== undefined) {
    observations.subscribe(answers.onRestObservation);
  }
  const ask = answers === undefined ? askByRest : askWithStreams(askByRest, answers, streamed.publish, onUnexpected);
  return {
    providers,
    settings,
    sources,
    unkeyed,
    fetch,
    ask,
    askByRest,
    observations,
    streamed,
    prints: streams?.prints,
  };
}

/** Logs once which providers the engine never asks because they have no key. */
function logUnkeyed(unkeyed: UnkeyedByType, tools: ServiceTools): void {
  const types: Record<string, string[]> = {};
  for (const [type, missing] of unkeyed) {
    for (const { provider } of missing) {
      (types[provider.id] ??= []).push(type);
    }
  }
  if (unkeyed.size > 0) {
    tools.log.info(
      { variable: 'ASSAY_PROVIDER_KEYS', providers: types },
      'found providers without the key that they need; the engine does not ask them',
    );
  }
}
