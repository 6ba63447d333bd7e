import { z } from 'zod';
import { isoInstant } from '../../decimals.ts';
import { defineDataType } from '../../define.ts';
import { normalGame } from '../../game-names.ts';

const gameForms = 'must be a name of 1 to 100 characters, a Steam app id, or roblox: and a universe id';

const game = z
  .string('must be a game\'s name or its Steam app id, such as "Counter-Strike 2" or "730", or "roblox:383310974"')
  .transform((text, context) => {
    const name = normalGame(text);
    if (name === undefined) {
      context.addIssue({ code: 'custom', message: gameForms });
      return z.NEVER;
    }
    return name;
  })
  .describe(
    'A game on Steam: its name, a usual short form, or its app id. A Roblox experience: roblox: and its universe id.',
  );

export default defineDataType({
  id: 'game.players',
  description: 'The number of current players of a game on Steam, or of a Roblox experience.',
  params: z.object({ game }),
  inferredParams: [],
  data: z.object({
    game: z.string(),
    appId: z.number().int().positive().describe('The app id on Steam, or the universe id on Roblox.'),
    players: z.number().int().nonnegative(),
    asOf: isoInstant.describe("The time of the source's answer, because the platform states no time for its counts."),
  }),
  origin: 'measured',
  maxAgeMs: 120_000,
  maxResponseBytes: 65_536,
  levelCeiling: 'single_source',
  levelCeilingReason: "every provider repeats the platform's own counter",
  mainField: 'players',
  example: { game: 'Counter-Strike 2' },
});
