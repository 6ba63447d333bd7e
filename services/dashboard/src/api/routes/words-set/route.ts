import { z } from 'zod';
import { accountRoute } from '../../route.ts';
import type { WordsView } from '../words-get/route.ts';

export default accountRoute({
  method: 'POST',
  path: '/words',
  ownersOnly: true,
  input: z.strictObject({ keepsWords: z.boolean() }),
  run: async ({ membership: { accountId }, input: { keepsWords }, context }, { engine }): Promise<WordsView> => {
    await engine.SetWordsSetting({ account_id: accountId, keeps_words: keepsWords }, context);
    return { keepsWords };
  },
});
