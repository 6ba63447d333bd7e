import { rootContext } from '@assay/rpc/context';
import { z } from 'zod';
import { accountRoute } from '../../route.ts';

const pollEveryMs = 2_000;
const callTimeoutMs = 1_900;
/**
 * Lifetime of a stream of events, in milliseconds. After it the browser connects again, which spreads the connections
 * over the replicas.
 */
const lifetimeMs = 60_000;

/** The state of an account that a page follows without a reload. */
export type AccountEvent = {
  readonly balanceMicros: string;
  /** Trace id of the newest request of the account. Empty before the first request. */
  readonly newestTraceId: string;
  /** A text that changes when a watch of the account is created, deleted, triggered, delivered or held back. */
  readonly watches: string;
};

export default accountRoute({
  method: 'GET',
  path: '/events',
  // Each open page has one stream of events, and each stream reads three services every two seconds.
  maxInFlight: 20,
  input: z.strictObject({}),
  run: ({ membership: { accountId }, response, isAllowed }, { billing, engine, watches }): Promise<undefined> => {
    response.setHeader('Content-Type', 'text/event-stream');
    response.setHeader('Cache-Control', 'no-store');
    response.flushHeaders();
    const read = async (): Promise<AccountEvent> => {
      const context = rootContext(callTimeoutMs);
      const [{ accounts }, { decisions }, listed] = await Promise.all([
        billing.ListAccounts({ account_ids: [accountId] }, context),
        engine.ListDecisions({ account_id: accountId, page_size: 1 }, context),
        watches.ListWatches({ account_id: accountId }, context),
      ]);
      return {
        balanceMicros: String(accounts[0]?.balance_micros ?? '0'),
        newestTraceId: decisions[0] === undefined ? '' : `tr_${decisions[0].trace_id}`,
        watches: listed.watches
          .map((watch) =>
            [watch.id, watch.last_triggered_at, watch.last_attempt?.at, watch.not_evaluated?.at].join(' '),
          )
          .join(),
      };
    };
    return new Promise((resolve) => {
      let last = '';
      let timer: NodeJS.Timeout | undefined;
      let isEnded = false;
      const end = (): void => {
        isEnded = true;
        clearTimeout(timer);
        clearTimeout(lifetime);
        response.end();
        resolve(undefined);
      };
      const lifetime = setTimeout(end, lifetimeMs);
      const pass = async (): Promise<void> => {
        const [text, mayRead] = await Promise.all([
          read().then(
            (event) => JSON.stringify(event),
            // A service is unavailable. The page keeps its present state until the next read.
            () => last,
          ),
          // The session or the membership may have ended, possibly on another replica.
          isAllowed().catch(() => 'unknown' as const),
        ]);
        if (isEnded) {
          return;
        }
        if (mayRead === false || response.writableNeedDrain) {
          // The person may no longer read the account, or the browser has not read the previous event yet.
          end();
          return;
        }
        // A comment line keeps the stream active, so that no proxy closes it as idle.
        if (mayRead === 'unknown' || text === last) {
          response.write(':\n\n');
        } else {
          response.write(`data: ${text}\n\n`);
          last = text;
        }
        // The random part spreads the reads, so that all streams of a restarted dashboard do not read at the same time.
        timer = setTimeout(() => void pass(), pollEveryMs * (0.9 + Math.random() * 0.2));
      };
      response.on('close', end);
      void pass();
    });
  },
});
