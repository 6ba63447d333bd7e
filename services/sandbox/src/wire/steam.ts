import { playersOf } from '../people/games.ts';
import { json, page, type Room } from '../rooms.ts';
import type { World } from './world.ts';

/** Steam's count of current players. */
export function steam(world: World): Room {
  return {
    name: 'steam',
    answer: ({ path, query, nowMs }) => {
      if (!/^\/ISteamUserStats\/GetNumberOfCurrentPlayers\/v1\/?$/.test(path)) {
        return page(404, 'Not Found');
      }
      const appId = query.get('appid') ?? '';
      if (!/^\d{1,10}$/.test(appId)) {
        return page(400, 'Bad Request');
      }
      const players = playersOf(world.seed, Number(appId), nowMs);
      return players === undefined
        ? json(404, { response: { result: 42 } })
        : json(200, { response: { player_count: players, result: 1 } });
    },
    rateLimited: () => page(429, 'Too Many Requests'),
    failed: () => page(500, 'Internal Server Error'),
  };
}
