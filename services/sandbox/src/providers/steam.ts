import { playersOf } from '../social/game-players.ts';
import { json, htmlPage, type MockEndpoint } from '../mock-endpoint.ts';
import type { ProviderContext } from './provider-context.ts';

/** Mocks Steam: the number of current players. */
export function steam(context: ProviderContext): MockEndpoint {
  return {
    name: 'steam',
    respond: ({ path, query, nowMs }) => {
      if (!/^\/ISteamUserStats\/GetNumberOfCurrentPlayers\/v1\/?$/.test(path)) {
        return htmlPage(404, 'Not Found');
      }
      const appId = query.get('appid') ?? '';
      if (!/^\d{1,10}$/.test(appId)) {
        return htmlPage(400, 'Bad Request');
      }
      const players = playersOf(context.seed, Number(appId), nowMs);
      return players === undefined
        ? json(404, { response: { result: 42 } })
        : json(200, { response: { player_count: players, result: 1 } });
    },
    rateLimited: () => htmlPage(429, 'Too Many Requests'),
    serverError: () => htmlPage(500, 'Internal Server Error'),
  };
}
