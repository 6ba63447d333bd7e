import { createBatcher } from '@assay/storage/batcher';
import type { Postgres } from '@assay/storage/postgres';
import type { AccountShare } from '../admission/account-share.ts';
import type { NoDeliveryReason } from '../claim/claim.ts';
import type { Trigger } from '../queue/trigger.ts';

/** The result of a precheck: a reason not to deliver, or the account and the webhook that admission needs. */
export type PrecheckResult =
  | { readonly noDelivery: NoDeliveryReason }
  | {
      readonly accountId: string;
      readonly webhookUrl: string;
      /**
       * Whether the watch's row marks this trigger as the deferred trigger of the watch. A watch has at most one. The
       * mark must last until the queue delivers the trigger again.
       */
      readonly isDeferred: boolean;
      /** Whether the watch's row already states that its latest change waits for a share. */
      readonly isWaitRecorded: boolean;
      /** Set when the share of the account is exhausted in this minute. */
      readonly overShare?: OverShare;
    };

/** An exhausted share. */
export type OverShare = {
  /** The exhausted count: one of the account's, or the destination's. */
  readonly count: 'unpaid' | 'failed' | 'failed_today' | 'destination';
  /** Milliseconds until the share allows more. */
  readonly opensInMs: number;
};

/** Decisions about a trigger before it has a permit. */
export type PrecheckStore = {
  /** Returns where the notification of a trigger would go, or why the trigger needs no delivery. Claims nothing. */
  readonly precheck: (trigger: Trigger) => Promise<PrecheckResult>;
  /** Defers a trigger that got no permit, or merges it into the deferred trigger of its watch. */
  readonly defer: (trigger: Trigger) => Promise<'waits' | NoDeliveryReason>;
  /** Defers a trigger whose account or destination exhausted its share, and records that in the watch. */
  readonly deferForShare: (trigger: Trigger, count: OverShare['count']) => Promise<'over_share' | NoDeliveryReason>;
};

type PrecheckRow = {
  account_id: string | null;
  webhook_url: string;
  covered: boolean;
  debounced: boolean;
  marked: boolean;
  is_deferred: boolean;
  over_share: OverShare['count'] | null;
  share_opens_ms: number;
  share_recorded: boolean;
};

const maxBatch = 256;
/** Maximum number of waiting triggers, more than one worker has in flight, so that the batcher never refuses one. */
const queueLimit = 10_000;

/**
 * Creates the store over the service's own schema. The precheck runs for every trigger, even of an account that is over
 * its limits. Triggers therefore share statements, so that one account cannot take all database connections.
 * @param share the deliveries without a charge that an account may have in a minute.
 * @param deferMs time in milliseconds for which a trigger stays marked as deferred after it was last deferred.
 */
export function createPrecheckStore(
  { query }: Pick<Postgres, 'query'>,
  deferMs: number,
  share: AccountShare,
): PrecheckStore {
  const batching = { writers: 1, batchSize: maxBatch, queueLimit };
  const prechecks = createBatcher<Trigger, PrecheckRow>({
    ...batching,
    run: (triggers) => precheckAll(triggers, query, deferMs / 2, share),
  });
  const deferrals = createBatcher<Trigger, 'waits' | 'merged' | 'gone'>({
    ...batching,
    run: (triggers) => deferAll(triggers, query, deferMs),
  });
  const shareDeferrals = createBatcher<ShareDeferral, 'over_share' | 'merged' | 'gone'>({
    ...batching,
    run: (deferrals) => deferAllForShare(deferrals, query, deferMs),
  });
  // These statements run one at a time, because each may wait for the lock of a watch.
  const drops = createBatcher<Trigger, boolean>({
    ...batching,
    batchSize: 1,
    run: (triggers) => dropDeferred(triggers, query),
  });
  return {
    precheck: async (trigger) => {
      const row = await prechecks.submit(trigger);
      if (row.account_id === null) {
        return { noDelivery: 'gone' };
      }
      const target = targetOf(row, row.account_id);
      if (!row.covered && !row.debounced) {
        return target;
      }
      // More triggers may have been merged into this one after the precheck. They may still need a delivery.
      if (row.marked && !(await drops.submit(trigger))) {
        return target;
      }
      return { noDelivery: row.covered ? 'covered' : 'debounced' };
    },
    defer: (trigger) => deferrals.submit(trigger),
    deferForShare: (trigger, count) => shareDeferrals.submit({ trigger, count }),
  };
}

function targetOf(row: PrecheckRow, accountId: string): Exclude<PrecheckResult, { noDelivery: unknown }> {
  const { webhook_url: webhookUrl, is_deferred: isDeferred, share_recorded: isWaitRecorded } = row;
  const target = { accountId, webhookUrl, isDeferred, isWaitRecorded };
  const { over_share: count, share_opens_ms: opensInMs } = row;
  return count === null ? target : { ...target, overShare: { count, opensInMs } };
}

async function precheckAll(
  triggers: readonly Trigger[],
  query: Postgres['query'],
  minMarkMs: number,
  share: AccountShare,
): Promise<PrecheckRow[]> {
  // The claim of a dead worker may cover more than its own trigger, so only the SQL function take_up can decide about
  // it.
  const text = `SELECT w.account_id, webhook_url, d.trigger_id IS NULL AND is_all_covered(w, t.id, t.slot, t.observed) AS covered,
      d.trigger_id IS NULL AND is_debounced(w, clock()) AS debounced, coalesce(waiting_trigger = t.id, false) AS marked,
      coalesce(waiting_trigger = t.id AND waiting_until > clock() + $5::interval, false) AS is_deferred,
      CASE WHEN s.failed >= $7::integer THEN 'failed' WHEN s.unpaid >= $6::integer THEN 'unpaid'
           WHEN f.failed >= $8::integer AND is_unproven(w) THEN 'failed_today' END AS over_share,
      (extract(epoch FROM date_trunc('minute', clock()) + interval '1 minute' - clock()) * 1000)::float AS share_opens_ms,
      coalesce(waiting_share IS NOT NULL, false) AS share_recorded
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[])
      WITH ORDINALITY AS t (id, watch_id, slot, observed, position)
    LEFT JOIN watches AS w ON w.id = t.watch_id
    LEFT JOIN deliveries AS d ON d.trigger_id = t.id AND d.state <> 'ended'
    LEFT JOIN shares AS s ON s.account_id = w.account_id AND s.minute = date_trunc('minute', clock())
    LEFT JOIN failed_attempts AS f ON f.account_id = w.account_id AND f.day = (clock() AT TIME ZONE 'UTC')::date
    ORDER BY t.position`;
  const { maxUnpaid, maxFailed, maxFailedToday } = share;
  const limits = [`${minMarkMs} milliseconds`, maxUnpaid, maxFailed, maxFailedToday];
  const values = [...observationColumns(triggers), ...limits];
  return query<PrecheckRow>({ name: 'look', text, values });
}

async function deferAll(
  triggers: readonly Trigger[],
  query: Postgres['query'],
  deferMs: number,
): Promise<('waits' | 'merged' | 'gone')[]> {
  const text = 'SELECT let_wait_all($1, $2, $3, $4, $5) AS answers';
  const values = [...observationColumns(triggers), `${deferMs} milliseconds`];
  const [row] = await query<{ answers: ('waits' | 'merged' | 'gone')[] }>({ name: 'let_wait_all', text, values });
  return row?.answers ?? [];
}

type ShareDeferral = { readonly trigger: Trigger; readonly count: OverShare['count'] };

async function deferAllForShare(
  given: readonly ShareDeferral[],
  query: Postgres['query'],
  deferMs: number,
): Promise<('over_share' | 'merged' | 'gone')[]> {
  const text = 'SELECT wait_for_share_all($1, $2, $3, $4, $5, $6) AS answers';
  const columns = observationColumns(given.map(({ trigger }) => trigger));
  const values = [...columns, given.map(({ count }) => count), `${deferMs} milliseconds`];
  const [row] = await query<{ answers: ('over_share' | 'merged' | 'gone')[] }>({
    name: 'wait_for_share',
    text,
    values,
  });
  return row?.answers ?? [];
}

async function dropDeferred(triggers: readonly Trigger[], query: Postgres['query']): Promise<boolean[]> {
  const text = `SELECT drop_waiting(id, watch_id, slot, observed) AS dropped
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[]) AS t (id, watch_id, slot, observed)`;
  const values = observationColumns(triggers);
  const rows = await query<{ dropped: boolean }>({ name: 'drop_waiting', text, values });
  return rows.map(({ dropped }) => dropped);
}

/** Returns the ids and observations of triggers, one array for each column. */
function observationColumns(triggers: readonly Trigger[]): unknown[] {
  return [
    triggers.map(({ id }) => id),
    triggers.map(({ watchId }) => watchId),
    triggers.map(({ slot }) => slot.toString()),
    triggers.map(({ observedAtMs }) => new Date(observedAtMs)),
  ];
}
