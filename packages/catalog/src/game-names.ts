import { games, type Game } from './tables/games.ts';

const appIdPattern = /^[1-9]\d{0,9}$/;

/** Letters and digits of a name alone, folded, so that punctuation and case do not matter. */
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

/** The game that a name, a short form or an app id means; undefined when the table does not have it. */
export function findGame(text: string): Game | undefined {
  return byAppId.get(text.trim()) ?? byName.get(fold(text));
}

/**
 * The canonical name of a game the table knows, else the app id or the trimmed name as given.
 * Undefined for what is empty or longer than 100 characters.
 */
export function normalGame(text: string): string | undefined {
  const trimmed = text.trim();
  if (fold(trimmed) === '' || trimmed.length > 100) {
    return undefined;
  }
  return findGame(trimmed)?.name ?? trimmed;
}

/** The app id that a normalised game stands for; undefined for a name the table does not have. */
export function appIdOf(game: string): number | undefined {
  return findGame(game)?.appId ?? (appIdPattern.test(game) ? Number(game) : undefined);
}
