import { rootContext } from '@assay/rpc/context';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { z } from 'zod';
import { csvLine } from '../../csv.ts';
import { ledgerEntryView } from '../../ledger-entry-view.ts';
import { pageQuery } from '../../paging.ts';
import { accountRoute } from '../../route.ts';

const rowsPerRead = 200;
const pageTimeoutMs = 9_500;
const maxRows = 1_000_000;

export default accountRoute({
  method: 'GET',
  path: '/ledger.csv',
  // Each export reads up to a million entries without a pause, so few may run at the same time.
  maxInFlight: 2,
  input: z.strictObject({ fromMs: pageQuery.fromMs, toMs: pageQuery.toMs }),
  run: async ({ membership, input, response }, { billing }): Promise<undefined> => {
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="ledger-${membership.accountId}.csv"`);
    response.setHeader('Cache-Control', 'no-store');
    response.write(csvLine(['at', 'kind', 'credits', 'call', 'trace_id', 'operation_id']));
    let cursor = '';
    let rows = 0;
    do {
      const page = await billing.ListLedger(
        {
          account_id: membership.accountId,
          from_ms: String(input.fromMs),
          to_ms: String(input.toMs),
          page_size: rowsPerRead,
          cursor,
        },
        rootContext(pageTimeoutMs),
      );
      for (const entry of page.entries.map(ledgerEntryView)) {
        const { at, kind, amountMicros, call, traceId, operationId } = entry;
        const isFlowing = response.write(csvLine([at, kind, creditsText(amountMicros), call, traceId, operationId]));
        if (!isFlowing) {
          await untilWritable(response);
        }
        if (response.destroyed) {
          return undefined;
        }
      }
      rows += page.entries.length;
      cursor = page.next_cursor;
    } while (cursor !== '' && rows < maxRows && !response.destroyed);
    response.end();
    return undefined;
  },
});

/** Resolves when the response accepts more data, or when it is closed. A closed response emits no further event. */
async function untilWritable(response: Writable): Promise<void> {
  const stop = new AbortController();
  const waits = ['drain', 'close'].map((event) =>
    once(response, event, { signal: stop.signal }).catch(() => undefined),
  );
  if (!response.destroyed) {
    await Promise.race(waits);
  }
  stop.abort();
}

/** Formats micro-credits as credits with six decimals, so that a spreadsheet adds them exactly. */
function creditsText(micros: string): string {
  const negative = micros.startsWith('-');
  const digits = (negative ? micros.slice(1) : micros).padStart(7, '0');
  return `${negative ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
