import { z } from 'zod';
import { isoInstant } from '../../decimals.ts';
import { defineDataType } from '../../define.ts';
import { normalGame } from '../../game-names.ts';

const game = z
  .string('must be a game\'s name or its Steam app id, such as "Counter-Strike 2" or "730"')
  .transform((text, context) => {
    const name = normalGame(text);
    if (name === undefined) {
      context.addIssue({ code: 'custom', message: 'must be a name of 1 to 100 characters, or a Steam app id' });
      return z.NEVER;
    }
    return name;
  })
  .describe('A game on Steam: its name, a usual short form, or its app id.');

export default defineDataType({
  id: 'game.players',
  description: 'The number of current players of a game on Steam.',
  params: z.object({ game }),
  inferredParams: [],
  data: z.object({
    game: z.string(),
    appId: z.number().int().positive(),
    players: z.number().int().nonnegative(),
    asOf: isoInstant.describe("The time of the source's answer. The platform does not date its counts."),
  }),
  origin: 'measured',
  maxAgeMs: 120_000,
  levelCeiling: 'single_source',
  levelCeilingReason: "every provider repeats the platform's own counter",
  example: { game: 'Counter-Strike 2' },
});
