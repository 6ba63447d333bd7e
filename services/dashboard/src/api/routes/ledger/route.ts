import { z } from 'zod';
import { ledgerEntryView, type LedgerEntryView } from '../../ledger-entry-view.ts';
import { pageQuery, rowsPerPage } from '../../paging.ts';
import { accountRoute } from '../../route.ts';

/** A page of ledger entries, newest first. */
export type LedgerView = { readonly entries: readonly LedgerEntryView[]; readonly nextCursor: string };

export default accountRoute({
  method: 'GET',
  path: '/ledger',
  input: z.strictObject(pageQuery),
  run: async ({ membership, input, context }, { billing }): Promise<LedgerView> => {
    const page = await billing.ListLedger(
      {
        account_id: membership.accountId,
        from_ms: String(input.fromMs),
        to_ms: String(input.toMs),
        page_size: rowsPerPage,
        cursor: input.cursor,
      },
      context,
    );
    return { entries: page.entries.map(ledgerEntryView), nextCursor: page.next_cursor };
  },
});
