import type { Server } from 'node:http';
import type { ChainAccount } from './chain/account.ts';
import { createChain, type SandboxChain } from './chain/chain.ts';
import { createFixtures } from './chain/fixtures/fixtures.ts';
import { nodeNames, resoldNodeName } from './chain/nodes.ts';
import { createControl } from './control/control.ts';
import { fundingSection } from './control/funding.ts';
import { pricedSymbols, pricesSection } from './control/prices.ts';
import { createPythSigners } from './control/signers.ts';
import { createProviderStates, type ProviderState, type ProviderStates } from './control/provider-states.ts';
import { createMailbox, type Mailbox } from './mailbox/mailbox.ts';
import { createFunding } from './market/funding.ts';
import { createHeldFunding } from './market/held-funding.ts';
import type { LatentPrices } from './market/latent-prices.ts';
import { createMarket, type Market } from './market/market.ts';
import { tradingVenues } from './market/relays.ts';
import { composites, copies } from './market/upstreams.ts';
import { profileNames } from './social/profiles.ts';
import { appIds } from './social/game-players.ts';
import { createSandboxServer } from './server.ts';
import { createStreams, type Streams } from './streams/streams.ts';
import { providerEndpoints, tokenReportEndpoints } from './providers/provider-endpoints.ts';

/**
 * Creates the sandbox of a seed: the market, the chain, the mock endpoints and the HTTP server. The server does not
 * listen yet.
 * @param now the clock, in milliseconds since the Unix epoch.
 * @param loadedAccounts accounts from files. They replace fixtures with the same addresses.
 * @param resoldNode the name of the node whose responses a further endpoint repeats as its own. When absent, there is
 * no such endpoint.
 * @param mailbox the mails that the sandbox received.
 */
export function createSandbox(
  seed: string,
  now: () => number,
  loadedAccounts: ReadonlyMap<string, ChainAccount> = new Map(),
  resoldNode?: string,
  mailbox: Mailbox = createMailbox(),
): Server {
  const market = createMarket(seed);
  const heldFunding = createHeldFunding(createFunding(seed));
  const funding = heldFunding.of;
  const signers = createPythSigners();
  const providers = [
    ...providerEndpoints({
      seed,
      market,
      funding,
      signerSet: signers.current,
      slotBefore: (milliseconds) => chain.slotBefore(milliseconds),
    }),
    ...tokenReportEndpoints({ read: (address) => chain.read(address), skewOf: (name) => states.of(name).skewBps }),
  ];
  const nodes = resoldNode === undefined ? nodeNames : [...nodeNames, resoldNodeName];
  const states: ProviderStates = createProviderStates(
    [...providers.map(({ name }) => name), ...nodes],
    tradingVenues,
    (name, state) => {
      setRelay(market, name, state, now());
      market.setSkew(name, state.skewBps);
      chain.onStateChange(name, state);
      streams.onProviderChange(name);
    },
  );
  const streams: Streams = createStreams({ market, funding, stateOf: states.of, now });
  const chain: SandboxChain = createChain({
    seed,
    fixtures: createFixtures(seed),
    priceAt: market.published,
    now,
    stateOf: states.of,
    loaded: loadedAccounts,
    resold: resoldNode,
  });
  const endpoints = [...streams.withUpgrades(providers), ...chain.endpoints];
  const prices = pricesSection(withUpdates(market.latent, chain.beforePriceChange, streams.push), now);
  const control = createControl(
    [prices, fundingSection(heldFunding, now), states.section, streams.section, signers.section, chain.section],
    () => ({
      chain: chain.page(),
      fixtures: {
        symbols: pricedSymbols,
        handles: Object.fromEntries(profileNames.map(({ handle, did }) => [handle, did])),
        games: appIds,
        upstreams: { composites, copies },
      },
    }),
  );
  return createSandboxServer({ endpoints, states, control, mailbox: mailbox.respond, now });
}

/**
 * Applies a provider's state to the relays of the market: whether the provider shows new trades, and which venue it
 * relays.
 */
function setRelay(
  { relays }: Pick<Market, 'relays'>,
  name: string,
  { state, relayOf, relayDelayMs: delayMs, alterSizes: altersSizes }: ProviderState,
  nowMs: number,
): void {
  relays.setHalted(name, state === 'up' ? undefined : nowMs);
  relays.set(name, relayOf === null ? undefined : { upstream: relayOf, delayMs, altersSizes });
}

/**
 * Wraps the true prices, so that the chain and the streams learn of each change. The chain is notified before it, so
 * that lagging nodes can still show the former price. The streams are notified after it, so that clients get the new
 * price before the response to the control request.
 */
function withUpdates(
  latent: LatentPrices,
  beforePriceChange: (symbol: string) => void,
  afterPriceChange: () => void,
): LatentPrices {
  return {
    ...latent,
    set: (symbol, usd, atMs) => {
      beforePriceChange(symbol);
      latent.set(symbol, usd, atMs);
      afterPriceChange();
    },
    release: (symbol, atMs) => {
      beforePriceChange(symbol);
      latent.release(symbol, atMs);
      afterPriceChange();
    },
  };
}
