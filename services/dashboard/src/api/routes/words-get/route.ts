import { z } from 'zod';
import { accountRoute } from '../../route.ts';

/** Whether Assay stores the words of an account's questions. */
export type WordsView = { readonly keepsWords: boolean };

export default accountRoute({
  method: 'GET',
  path: '/words',
  input: z.strictObject({}),
  run: async ({ membership: { accountId }, context }, { engine }): Promise<WordsView> => {
    const { keeps_words: keepsWords } = await engine.GetWordsSetting({ account_id: accountId }, context);
    return { keepsWords };
  },
});
