import type { Server } from 'node:http';
import { createControl } from './control/control.ts';
import { pricedSymbols, pricesSection } from './control/prices.ts';
import { createStates } from './control/states.ts';
import { createFunding } from './market/funding.ts';
import { createMarket } from './market/market.ts';
import { composites, copies } from './market/upstreams.ts';
import { accountNames } from './people/accounts.ts';
import { appIds } from './people/games.ts';
import { createSandboxServer } from './server.ts';
import { providerRooms } from './wire/providers.ts';

/**
 * Builds the sandbox of a seed: its world, the rooms in it, its control page and the server over them, which does not
 * listen yet.
 * @param now its clock, in milliseconds since the Unix epoch.
 */
export function createSandbox(seed: string, now: () => number): Server {
  const market = createMarket(seed);
  const rooms = providerRooms({ seed, market, funding: createFunding(seed) });
  const states = createStates(
    rooms.map(({ name }) => name),
    (name, { skewBps }) => market.setSkew(name, skewBps),
  );
  const control = createControl([pricesSection(market.latent, now), states.section], () => ({
    symbols: pricedSymbols,
    handles: Object.fromEntries(accountNames.map(({ handle, did }) => [handle, did])),
    games: appIds,
    upstreams: { composites, copies },
  }));
  return createSandboxServer({ rooms, states, control, now });
}
