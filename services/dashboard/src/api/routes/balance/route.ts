import { z } from 'zod';
import { accountRoute } from '../../route.ts';

/** The balance of an account. Every page requests it, so this endpoint reads nothing else. */
export type BalanceView = { readonly balanceMicros: string };

export default accountRoute({
  method: 'GET',
  path: '/balance',
  input: z.strictObject({}),
  run: async ({ membership: { accountId }, context }, { billing }): Promise<BalanceView> => {
    const { accounts } = await billing.ListAccounts({ account_ids: [accountId] }, context);
    return { balanceMicros: String(accounts[0]?.balance_micros ?? '0') };
  },
});
