import type { ControlSection } from '../control/section.ts';
import type { ProviderStates } from '../control/provider-states.ts';
import type { FundingOf } from '../market/funding.ts';
import type { Market } from '../market/market.ts';
import type { MockEndpoint } from '../mock-endpoint.ts';
import { binanceFuturesStream } from './binance-futures-stream.ts';
import { binanceStream } from './binance-stream.ts';
import { bitstampStream } from './bitstamp-stream.ts';
import { bybitLinearStream, bybitStream } from './bybit-stream.ts';
import { coinbaseStream } from './coinbase-stream.ts';
import { dydxStream } from './dydx-stream.ts';
import { createStreamStates } from './faults.ts';
import { geminiStream } from './gemini-stream.ts';
import { hyperliquidStream } from './hyperliquid-stream.ts';
import { krakenStream } from './kraken-stream.ts';
import { okxStream } from './okx-stream.ts';
import { pythStream } from './pyth-stream.ts';
import type { StreamProtocol } from './protocol.ts';
import { createStreamServer, type StreamServer } from './stream-server.ts';

/** The streams of all providers. Some providers have no stream. */
export type Streams = {
  /** Returns the given endpoints, each with the streams of its provider attached. */
  readonly withUpgrades: (endpoints: readonly MockEndpoint[]) => readonly MockEndpoint[];
  /** Publishes changed prices immediately. Call it after each change. */
  readonly push: () => void;
  /** Applies a changed state of a provider. When a provider is not up, its streams are down too. */
  readonly onProviderChange: (provider: string) => void;
  readonly section: ControlSection;
};

/** The protocols of all streams that the sandbox mocks. */
export const protocols: readonly StreamProtocol[] = [
  binanceStream(),
  binanceFuturesStream(),
  bitstampStream(),
  bybitStream(),
  bybitLinearStream(),
  coinbaseStream(),
  dydxStream(),
  geminiStream(),
  hyperliquidStream(),
  krakenStream(),
  okxStream(),
  pythStream(),
];

/** Creates the streams of the market. */
export function createStreams(ports: {
  readonly market: Market;
  readonly funding: FundingOf;
  readonly stateOf: ProviderStates['of'];
  readonly now: () => number;
}): Streams {
  const isUp = (provider: string): boolean => ports.stateOf(provider).state === 'up';
  const servers: { readonly protocol: StreamProtocol; readonly server: StreamServer }[] = [];
  const serversOf = (provider: string): readonly StreamServer[] =>
    servers.filter(({ protocol }) => protocol.provider === provider).map(({ server }) => server);
  const states = createStreamStates([...new Set(protocols.map(({ provider }) => provider))], (provider) =>
    serversOf(provider).forEach((server) =>
      states.of(provider).fault === 'down' ? server.disconnect() : server.push(),
    ),
  );
  for (const protocol of protocols) {
    const server = createStreamServer(protocol, {
      ...ports,
      faults: states,
      isUp: () => isUp(protocol.provider),
      isDenying: () => ports.stateOf(protocol.provider).state === 'access_denied',
    });
    servers.push({ protocol, server });
  }
  return {
    withUpgrades: (endpoints) =>
      endpoints.map((endpoint) => {
        const own = servers.filter(({ protocol }) => protocol.provider === endpoint.name);
        if (own.length === 0) {
          return endpoint;
        }
        const eventStreams = own.filter(({ protocol }) => protocol.isEventStream === true);
        return eventStreams.length > 0
          ? { ...endpoint, stream: streamByPath(eventStreams) }
          : { ...endpoint, upgrade: upgradeByPath(endpoint, own) };
      }),
    push: () => servers.forEach(({ server }) => server.push()),
    onProviderChange: (provider) =>
      serversOf(provider).forEach((server) => (isUp(provider) ? server.push() : server.disconnect())),
    section: states.section,
  };
}

type OwnServers = readonly { readonly protocol: StreamProtocol; readonly server: StreamServer }[];

/**
 * Returns a function that serves the event stream at the path of a request. The function returns false for a request
 * with another path.
 */
function streamByPath(own: OwnServers): NonNullable<MockEndpoint['stream']> {
  return ({ path, query }, response) => {
    const ownServer = own.find(({ protocol }) => protocol.path === path);
    ownServer?.server.serve(query.toString(), response);
    return ownServer !== undefined;
  };
}

/** Returns an upgrade handler that connects the client to the stream at the request's path. It refuses other paths. */
function upgradeByPath(endpoint: MockEndpoint, own: OwnServers): NonNullable<MockEndpoint['upgrade']> {
  return (request, socket, head) => {
    const [path = ''] = (request.url ?? '').slice(`/${endpoint.path ?? endpoint.name}`.length).split('?');
    const ownServer = own.find(({ protocol }) => protocol.path === (path === '' ? '/' : path));
    if (ownServer === undefined) {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
    } else {
      ownServer.server.upgrade(request, socket, head);
    }
  };
}
