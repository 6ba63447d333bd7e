import { games, type Game } from './tables/games.ts';

const appIdPattern = /^[1-9]\d{0,9}$/;
const robloxPattern = /^roblox:\s*([1-9]\d{0,14})$/i;

/** Returns the letters and digits of a name in lower case, so that punctuation and case do not matter. */
function fold(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const byName = new Map<string, Game>(
  games.flatMap((game) => [game.name, ...game.aliases].map((name) => [fold(name), game] as const)),
);
const byAppId = new Map(games.map((game) => [String(game.appId), game]));

/** Returns the game with this name, short form or app id. Undefined for a game outside the table. */
export function findGame(text: string): Game | undefined {
  return byAppId.get(text.trim()) ?? byName.get(fold(text));
}

/**
 * Returns the universe id of a Roblox experience, which callers write as `roblox:383310974`. Undefined for other texts.
 */
export function robloxUniverseOf(game: string): number | undefined {
  const id = robloxPattern.exec(game.trim())?.[1];
  return id === undefined ? undefined : Number(id);
}

/**
 * Returns the normal form of a game: its canonical name if the table lists it or if it is a Roblox experience,
 * otherwise the trimmed text. Undefined for an empty text, for a text over 100 characters, and for `roblox:` without a
 * universe id.
 */
export function normalGame(text: string): string | undefined {
  const trimmed = text.trim();
  if (fold(trimmed) === '' || trimmed.length > 100) {
    return undefined;
  }
  if (/^roblox:/i.test(trimmed)) {
    const universe = robloxUniverseOf(trimmed);
    return universe === undefined ? undefined : `roblox:${universe}`;
  }
  return findGame(trimmed)?.name ?? trimmed;
}

/** Returns the app id of a normalised game. Undefined for a name outside the table. */
export function appIdOf(game: string): number | undefined {
  return findGame(game)?.appId ?? (appIdPattern.test(game) ? Number(game) : undefined);
}
