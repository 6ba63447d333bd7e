import type { Server } from 'node:http';
import type { Account } from './chain/account.ts';
import { createChain, type Chain } from './chain/chain.ts';
import { createFixtures } from './chain/fixtures/fixtures.ts';
import { nodeNames, resoldNodeName } from './chain/nodes.ts';
import { createControl } from './control/control.ts';
import { pricedSymbols, pricesSection } from './control/prices.ts';
import { createStates, type States } from './control/states.ts';
import { createFunding } from './market/funding.ts';
import type { Latent } from './market/latent.ts';
import { createMarket } from './market/market.ts';
import { composites, copies } from './market/upstreams.ts';
import { accountNames } from './people/accounts.ts';
import { appIds } from './people/games.ts';
import { createSandboxServer } from './server.ts';
import { providerRooms, tokenRooms } from './wire/providers.ts';

/**
 * Builds the sandbox of a seed: its world, the rooms in it, its control page and the server over them, which does not
 * listen yet.
 * @param now its clock, in milliseconds since the Unix epoch.
 * @param loaded accounts from files, which stand on the chain before its own of the same address.
 * @param resold the node of the chain that is also sold under another name; none when absent.
 */
export function createSandbox(
  seed: string,
  now: () => number,
  loaded: ReadonlyMap<string, Account> = new Map(),
  resold?: string,
): Server {
  const market = createMarket(seed);
  const providers = [
    ...providerRooms({ seed, market, funding: createFunding(seed) }),
    ...tokenRooms({ read: (address) => chain.read(address), skewOf: (name) => states.of(name).skewBps }),
  ];
  const nodes = resold === undefined ? nodeNames : [...nodeNames, resoldNodeName];
  const states: States = createStates([...providers.map(({ name }) => name), ...nodes], (name, state) => {
    market.setSkew(name, state.skewBps);
    chain.stateChanged(name, state);
  });
  const chain: Chain = createChain({
    seed,
    fixtures: createFixtures(seed),
    priceAt: market.published,
    now,
    stateOf: states.of,
    loaded,
    resold,
  });
  const rooms = [...providers, ...chain.rooms];
  const prices = pricesSection(onTheChain(market.latent, chain.priceChanges), now);
  const control = createControl([prices, states.section, chain.section], () => ({
    chain: chain.page(),
    fixtures: {
      symbols: pricedSymbols,
      handles: Object.fromEntries(accountNames.map(({ handle, did }) => [handle, did])),
      games: appIds,
      upstreams: { composites, copies },
    },
  }));
  return createSandboxServer({ rooms, states, control, now });
}

/** Prices whose changes the chain is told of before they happen, so that lagging nodes can show what was before. */
function onTheChain(latent: Latent, priceChanges: (symbol: string) => void): Latent {
  return {
    ...latent,
    set: (symbol, usd, atMs) => {
      priceChanges(symbol);
      latent.set(symbol, usd, atMs);
    },
    release: (symbol, atMs) => {
      priceChanges(symbol);
      latent.release(symbol, atMs);
    },
  };
}
