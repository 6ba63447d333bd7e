import { streamPath } from '@assay/providers/access';
import type { ProviderStream } from '@assay/providers/define-stream';
import type { Provider } from '@assay/providers/define';
import { loadStreams } from '@assay/providers/load-streams';
import { systemClock } from '@assay/runtime/clock';
import type { ServiceTools } from '@assay/runtime/run';
import { openTransport } from '@assay/streams/open-transport';
import type { EngineConfig } from '../config.ts';
import type { SourcesByType } from '../sources/source.ts';
import { openStreams, type OpenStreams, type StreamTarget, type StreamWorld } from '../streams/open-streams.ts';
import { urlName } from '../sources/provider-settings.ts';
import { permanentTopicsOf } from '../streams/permanent-topics.ts';
import { createStreamMetrics } from '../streams/stream-metrics.ts';

/**
 * Intervals in the sandbox. They are short, because the sandbox does not limit connections and tests should not wait.
 */
const sandboxConnectEveryMs = 100;
const sandboxDeniedForMs = 1_000;

/**
 * Loads and opens the streams of the providers that are open as sources, with the providers' keys. A provider that
 * needs a key but has none is not opened as a source, so it has no stream either. Returns undefined when streams are
 * off.
 */
export async function composeStreams(
  sources: SourcesByType,
  config: EngineConfig,
  ports: Pick<StreamWorld, 'postgres' | 'nats' | 'isAlone' | 'onUnexpected'>,
  tools: ServiceTools,
): Promise<OpenStreams | undefined> {
  if (config.ASSAY_STREAMS === 'off') {
    return undefined;
  }
  const targets = await streamTargets(sources, config);
  const permanent = new Map(
    targets.map(({ stream }) => [stream.id, permanentTopicsOf(stream, [...sources.values()].flat())] as const),
  );
  return openStreams(
    {
      ...ports,
      targets,
      permanent,
      ...(config.ASSAY_MODE === 'sandbox'
        ? { connectEveryMs: sandboxConnectEveryMs, deniedForMs: sandboxDeniedForMs }
        : {}),
      freshForMs: config.ASSAY_STREAM_FRESH_MS,
      confirmedForMs: config.ASSAY_STREAM_CONFIRMED_MS,
      open: openTransport,
      metrics: createStreamMetrics(tools.metrics),
      clock: systemClock,
    },
    tools,
  );
}

/**
 * Returns the streams that this deployment opens, with their addresses and keys. The list is empty when streams are
 * off.
 */
export async function streamTargets(sources: SourcesByType, config: EngineConfig): Promise<readonly StreamTarget[]> {
  const streams = config.ASSAY_STREAMS === 'off' ? [] : await loadStreams();
  return streams.flatMap((stream): readonly StreamTarget[] => {
    const source = [...sources.values()].flat().find(({ provider }) => provider.id === stream.provider);
    const url = source === undefined ? undefined : streamUrl(stream, source.provider, config);
    return source === undefined || url === undefined ? [] : [{ stream, url, headers: source.access.headers }];
  });
}

/**
 * Returns the URL of a stream. When a provider has a configured base URL, that URL is a proxy for REST, which may not
 * carry streams. The stream then needs a separately configured URL. The sandbox carries both REST and streams.
 */
export function streamUrl(
  stream: Pick<ProviderStream, 'id' | 'provider' | 'url'>,
  { baseUrl, adapters }: Pick<Provider, 'baseUrl' | 'adapters'>,
  config: Pick<EngineConfig, 'ASSAY_MODE' | 'ASSAY_PROVIDER_URLS' | 'ASSAY_STREAM_URLS'>,
): string | undefined {
  const own = config.ASSAY_STREAM_URLS[stream.id];
  if (own !== undefined) {
    return own;
  }
  // A stream on a separate host of its provider has an id that names this host too, such as binance.futures.
  const ownHost = adapters.some(({ base }) => stream.id === urlName(stream.provider, base?.name));
  const restUrl = config.ASSAY_PROVIDER_URLS[ownHost ? stream.id : stream.provider];
  if (config.ASSAY_MODE === 'live') {
    return restUrl === undefined ? stream.url : undefined;
  }
  const mock = restUrl ?? config.ASSAY_PROVIDER_URLS[stream.provider];
  const base = stream.url.startsWith('wss:') ? mock?.replace(/^http/, 'ws') : mock;
  return base === undefined ? undefined : base.replace(/\/$/, '') + streamPath(stream, { baseUrl });
}
