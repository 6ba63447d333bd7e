import type { Postgres } from '@assay/service/postgres';
import { gathered } from './gathered.ts';
import type { DeliveryStore, Looked, Trigger } from '../claim/store.ts';

type LookedRow = {
  account_id: string | null;
  webhook_url: string;
  covered: boolean;
  debounced: boolean;
  marked: boolean;
  is_waiting: boolean;
};

const mostAtOnce = 256;

/**
 * What is asked of a trigger before it has a place. A crowd of triggers comes this far whatever the bounds say, so it is gathered:
 * one account's crowd must not take all of the database's connections.
 * @param waitMs for so long after its last visit a waiting trigger is counted on.
 */
export function createLooks(query: Postgres['query'], waitMs: number): Pick<DeliveryStore, 'look' | 'letWait'> {
  const look = gathered((triggers: readonly Trigger[]) => lookAll(triggers, query, waitMs / 2), mostAtOnce);
  const drop = gathered((triggers: readonly Trigger[]) => dropWaiting(triggers, query), 1);
  return {
    look: async (trigger) => {
      const row = await look(trigger);
      if (row.account_id === null) {
        return { over: 'gone' };
      }
      const open: Looked = { accountId: row.account_id, webhookUrl: row.webhook_url, isWaiting: row.is_waiting };
      if (!row.covered && !row.debounced) {
        return open;
      }
      // Others may have been merged into it since, and they may need what it no longer does.
      return row.marked && !(await drop(trigger)) ? open : { over: row.covered ? 'covered' : 'debounced' };
    },
    letWait: gathered((triggers: readonly Trigger[]) => letAllWait(triggers, query, waitMs), mostAtOnce),
  };
}

async function lookAll(
  triggers: readonly Trigger[],
  query: Postgres['query'],
  countedOnMs: number,
): Promise<LookedRow[]> {
  // What a dead worker had begun may stand for more than it saw itself, and is for take_up to judge.
  const text = `SELECT account_id, webhook_url, d.trigger_id IS NULL AND is_all_covered(w, t.id, t.slot, t.observed) AS covered,
      d.trigger_id IS NULL AND is_debounced(w, clock()) AS debounced, coalesce(waiting_trigger = t.id, false) AS marked,
      coalesce(waiting_trigger = t.id AND waiting_until > clock() + $5::interval, false) AS is_waiting
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[])
      WITH ORDINALITY AS t (id, watch_id, slot, observed, place)
    LEFT JOIN watches AS w ON w.id = t.watch_id
    LEFT JOIN deliveries AS d ON d.trigger_id = t.id AND d.state <> 'ended'
    ORDER BY t.place`;
  return query<LookedRow>({
    name: 'look',
    text,
    values: [...seenBy(triggers), `${countedOnMs} milliseconds`],
  });
}

async function letAllWait(
  triggers: readonly Trigger[],
  query: Postgres['query'],
  waitMs: number,
): Promise<('waits' | 'merged' | 'gone')[]> {
  const text = 'SELECT let_wait_all($1, $2, $3, $4, $5) AS answers';
  const values = [...seenBy(triggers), `${waitMs} milliseconds`];
  const [row] = await query<{ answers: ('waits' | 'merged' | 'gone')[] }>({ name: 'let_wait_all', text, values });
  return row?.answers ?? [];
}

/** One by one, since each may wait for whoever has locked its watch. */
async function dropWaiting(triggers: readonly Trigger[], query: Postgres['query']): Promise<boolean[]> {
  const text =
    'SELECT drop_waiting(id, watch_id, slot, observed) AS dropped FROM unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[]) AS t (id, watch_id, slot, observed)';
  const rows = await query<{ dropped: boolean }>({ name: 'drop_waiting', text, values: seenBy(triggers) });
  return rows.map(({ dropped }) => dropped);
}

/** What triggers are and saw, each as an array of its own. */
function seenBy(triggers: readonly Trigger[]): unknown[] {
  return [
    triggers.map(({ id }) => id),
    triggers.map(({ watchId }) => watchId),
    triggers.map(({ slot }) => slot.toString()),
    triggers.map(({ observedAtMs }) => new Date(observedAtMs)),
  ];
}
