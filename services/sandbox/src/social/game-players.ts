import { games } from '@assay/catalog/tables/games';
import { gaussian, streamSeed, uniform } from '../market/random.ts';

/** Average number of players of well-known games. The key is the game's Steam app id. */
const averagePlayers: Readonly<Record<number, number>> = {
  440: 71_000,
  570: 548_000,
  730: 1_020_000,
  252_490: 121_000,
  271_590: 138_000,
  413_150: 68_000,
  578_080: 412_000,
  1_086_940: 74_000,
  1_172_470: 148_000,
  1_245_620: 61_000,
};

const dayMs = 86_400_000;
const countedEveryMs = 60_000;

/** Steam app ids of all games that the sandbox knows: the games in the catalog's table. */
export const appIds: readonly number[] = games.map(({ appId }) => appId);

const knownAppIds = new Set(appIds);

/**
 * Returns the number of players of a game at a time. Returns undefined for an unknown game. The number changes every
 * minute and is higher in the evening.
 */
export function playersOf(seed: string, appId: number, atMs: number): number | undefined {
  if (!knownAppIds.has(appId)) {
    return undefined;
  }
  const own = streamSeed(seed, `game/${appId}`);
  return countAt(own, averagePlayers[appId] ?? Math.round(400 * 75 ** uniform(own, 0, 1)), atMs);
}

/** The Roblox experiences of the sandbox, by universe id. */
const experiences: Readonly<Record<number, { readonly name: string; readonly average: number }>> = {
  383_310_974: { name: 'Adopt Me!', average: 61_000 },
  994_732_206: { name: 'Blox Fruits', average: 350_000 },
  1_686_885_941: { name: 'Brookhaven RP', average: 420_000 },
};

/**
 * Returns the name of a Roblox experience and the number of its players at a time. Returns undefined for an unknown
 * universe id.
 */
export function experiencePlayersOf(
  seed: string,
  universe: number,
  atMs: number,
): { readonly name: string; readonly players: number } | undefined {
  const known = experiences[universe];
  return known === undefined
    ? undefined
    : { name: known.name, players: countAt(streamSeed(seed, `experience/${universe}`), known.average, atMs) };
}

function countAt(own: ReturnType<typeof streamSeed>, average: number, atMs: number): number {
  const minute = Math.floor(atMs / countedEveryMs);
  const evening = Math.sin(((minute * countedEveryMs) / dayMs) * 2 * Math.PI - 2.4);
  return Math.round(average * (1 + 0.18 * evening) + Math.sqrt(average) * gaussian(own, minute));
}
