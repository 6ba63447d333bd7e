import { cleanText } from '@assay/faults/clean-text';
import { appIdOf } from '@assay/catalog/game-names';
import { z } from 'zod';
import { optionalField } from '../../optional-field.ts';
import { defineProvider } from '../../define.ts';
import { counterReading, malformed, shaped, statusFault, unknownEntity } from '../../readings.ts';

const answer = z.object({ response: z.object({ result: z.string(), player_count: optionalField(z.string()) }) });

const dayMs = 86_400_000;
const successResult = '1';
const noMatch = '42';

/** Steam: the platform's own count of current players, taken at the time of the request. */
export default defineProvider({
  id: 'steam',
  baseUrl: 'https://api.steampowered.com',
  // The platform counts its own players.
  statement: { kind: 'venue' },
  budget: { requests: 100_000, perMs: dayMs, documentedAt: 'https://steamcommunity.com/dev/apiterms' },
  adapters: [
    {
      type: 'game.players',
      costMicros: 100n,
      request: ({ game = '' }) => {
        const appId = appIdOf(game);
        return appId === undefined
          ? undefined
          : { path: `/ISteamUserStats/GetNumberOfCurrentPlayers/v1/?appid=${appId}` };
      },
      read: (response, params) => {
        const game = params['game'] ?? '';
        // The HTTP status does not tell whether the app is known: Steam answers 404 or 200 for an unknown app. The
        // result in the body tells it.
        const result = answer.safeParse(response.body).data?.response.result;
        if (result === noMatch) {
          return unknownEntity;
        }
        return (
          statusFault(response) ??
          shaped(answer, response.body, ({ response: { result: code, player_count: players } }) => {
            if (code !== successResult) {
              return { kind: 'http_error', detail: `result ${cleanText(code, 8)}` };
            }
            return players === undefined
              ? malformed('no player count')
              : counterReading(response, players, (count) => ({ game, appId: appIdOf(game), players: count }));
          })
        );
      },
    },
  ],
});
