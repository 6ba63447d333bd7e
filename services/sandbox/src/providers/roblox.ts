import { experiencePlayersOf } from '../social/game-players.ts';
import { json, type MockEndpoint } from '../mock-endpoint.ts';
import type { ProviderContext } from './provider-context.ts';

const failed = (status: number, code: number, message: string) => json(status, { errors: [{ code, message }] });

/** Mocks Roblox: the number of players in an experience. */
export function roblox(context: ProviderContext): MockEndpoint {
  return {
    name: 'roblox',
    respond: ({ path, query, nowMs }) => {
      if (path !== '/v1/games') {
        return failed(404, 0, 'NotFound');
      }
      const universe = query.get('universeIds') ?? '';
      if (!/^\d{1,15}$/.test(universe)) {
        return failed(400, 8, 'No universe IDs were specified.');
      }
      const experience = experiencePlayersOf(context.seed, Number(universe), nowMs);
      return json(200, {
        data:
          experience === undefined
            ? []
            : [{ id: Number(universe), name: experience.name, playing: experience.players }],
      });
    },
    rateLimited: () => failed(429, 0, 'Too many requests'),
    serverError: () => failed(500, 0, 'InternalServerError'),
  };
}
