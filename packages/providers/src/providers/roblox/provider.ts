import { robloxUniverseOf } from '@assay/catalog/game-names';
import { z } from 'zod';
import { defineProvider } from '../../define.ts';
import { counterReading, malformed, shaped, statusFault, unknownEntity } from '../../readings.ts';

const experience = z.object({ id: z.string(), playing: z.string() });
const answer = z.object({ data: z.array(z.unknown()) });

/**
 * Roblox: the platform's own count of the people in an experience. The answer is a list. The list omits ids that Roblox
 * does not know.
 */
export default defineProvider({
  id: 'roblox',
  baseUrl: 'https://games.roblox.com',
  // The platform counts its own players.
  statement: { kind: 'venue' },
  budget: { requests: 60, perMs: 60_000, documentedAt: 'https://games.roblox.com/docs/index.html' },
  adapters: [
    {
      type: 'game.players',
      costMicros: 100n,
      example: { game: 'roblox:383310974' },
      request: ({ game = '' }) => {
        const universe = robloxUniverseOf(game);
        return universe === undefined ? undefined : { path: `/v1/games?universeIds=${universe}` };
      },
      read: (response, { game = '' }) => {
        const universe = robloxUniverseOf(game);
        return (
          statusFault(response) ??
          shaped(answer, response.body, ({ data }) => {
            const listed = data.flatMap((each) => experience.safeParse(each).data ?? []);
            const requestedExperience = listed.find(({ id }) => id === String(universe));
            if (requestedExperience !== undefined) {
              return counterReading(response, requestedExperience.playing, (players) => ({
                game,
                appId: universe,
                players,
              }));
            }
            return data.length === 0 ? unknownEntity : malformed('the experience is not the requested one');
          })
        );
      },
    },
  ],
});
