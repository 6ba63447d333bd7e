import type { Context } from '@opentelemetry/api';
import type { Postgres } from '@assay/service/postgres';
import type { SealedSecret } from '../../secrets.ts';
import { createLooks } from '../precheck/precheck.ts';

/** Word that something changed at a watched address. It only starts a verification. */
export type Trigger = {
  /** The same for every copy of it. */
  readonly id: string;
  readonly watchId: string;
  /** The slot of the read that saw the change, and when that was in milliseconds since the Unix epoch. */
  readonly slot: bigint;
  readonly observedAtMs: number;
  /** Of the span that saw the change; empty when there was none. */
  readonly traceparent: string;
};

/** One worker's turn at one trigger. */
export type Run = {
  readonly triggerId: string;
  readonly watchId: string;
  /** The slot of the read that saw the change, and when that was in milliseconds since the Unix epoch. */
  readonly slot: bigint;
  readonly observedAtMs: number;
  /** Unique; whoever else works on the trigger has another. */
  readonly id: string;
  /** W3C traceparent of the delivery's span. */
  readonly traceparent: string;
  readonly holdId: string;
};

/** A watch as its delivery needs it. */
export type WatchToDeliver = {
  readonly accountId: string;
  readonly type: string;
  readonly paramsJson: string;
  readonly conditionJson: string | null;
  readonly webhookUrl: string;
  readonly secret: SealedSecret;
  /** What its condition compares with, as JSON; null before the first re-verification. */
  readonly comparedJson: string | null;
};

/** Why a trigger needs nothing more: see the function take_up of the schema. */
export type Over = 'gone' | 'repeated' | 'lost' | 'covered' | 'debounced' | 'merged';

/** Whose turn it is. */
export type TakenUp =
  | { readonly answer: 'taken'; readonly watch: WatchToDeliver }
  | { readonly answer: Over }
  | { readonly answer: 'waits' | 'running' };

/** What a look at a watch shows of a trigger: that it is over, or what its delivery needs to begin. */
export type Looked =
  | { readonly over: Over }
  | {
      readonly accountId: string;
      readonly webhookUrl: string;
      /** It is the one of its watch that waits, and is counted on for long enough. */
      readonly isWaiting: boolean;
    };

/** How a run ended. */
export type Ending = {
  readonly outcome:
    | 'delivered'
    | 'failed'
    | 'no_credits'
    | 'unmet'
    | 'refused'
    | 'no_source'
    | 'unverified'
    | 'broken'
    | 'gone';
  readonly httpStatus?: number | undefined;
  /** A sentence for the watch's owner, which names no address. */
  readonly error?: string;
  /** What the next re-verification is compared with, as JSON; absent leaves what there is. */
  readonly comparedJson?: string | undefined;
  /** The slot of a verification that counts: received, or with nothing to tell. */
  readonly slot?: bigint | undefined;
  /** What the notification costs; zero for everything that was not received. */
  readonly captureMicros: bigint;
};

/** What billing has still to be told of a hold: its capture, or its release when that is zero. */
export type OwedSettlement = {
  readonly holdId: string;
  readonly captureMicros: bigint;
  /** W3C traceparent of the delivery that owes it. */
  readonly traceparent: string;
  /** Times that billing could not be told, or the account had no credit. */
  readonly tries: number;
};

/** A delivery as it is kept. */
export type DeliveryRow = {
  readonly watch_id: string;
  readonly trigger_id: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly http_status: number | null;
  readonly error: string | null;
  readonly taken_at: Date;
  readonly sent_at: Date | null;
  readonly ended_at: Date | null;
};

/** What is kept of deliveries. Times and leases go by the database's clock. */
export type DeliveryStore = {
  /**
   * A look that binds nothing, for the many triggers that need no more than that: where the watch's notifications go, or
   * why nothing is to be done.
   */
  readonly look: (trigger: Trigger) => Promise<Looked>;
  /** Lets a trigger that has no place wait, or merges it into the one of its watch that waits already. */
  readonly letWait: (trigger: Trigger) => Promise<'waits' | Over>;
  /** Takes a trigger up for a run, if it is that trigger's turn. At most one run at a time has a trigger, or a watch. */
  readonly takeUp: (run: Run, traces: readonly Context[]) => Promise<TakenUp>;
  /** Says before the first byte leaves that it will. False when the run has lost the trigger or the watch is gone. */
  readonly startSending: (run: Run, traces: readonly Context[]) => Promise<boolean>;
  /** Ends a run with all that follows from it. False when the run had lost the trigger: then nothing was done. */
  readonly end: (run: Run, ending: Ending, traces: readonly Context[]) => Promise<boolean>;
  /** Gives a trigger back of which nothing was sent. `owes` says whether its hold may have been taken. */
  readonly putBack: (run: Run, owes: boolean) => Promise<void>;
  /** Ends what workers left when they died, at most so many. Returns how each ended. */
  readonly endDead: (most: number) => Promise<string[]>;
  /** The delivery of a trace, or undefined. */
  readonly find: (traceId: string) => Promise<DeliveryRow | undefined>;
  /** Settlements that are due, at most so many; nobody else is given them for a while. */
  readonly dueSettlements: (most: number) => Promise<OwedSettlement[]>;
  /** Billing has taken these. */
  readonly settled: (holdIds: readonly string[]) => Promise<void>;
  /** Billing has not; they are due again after these times. */
  readonly postpone: (settlements: readonly { readonly holdId: string; readonly afterMs: number }[]) => Promise<void>;
  /** How many settlements wait, and how long the oldest has, in seconds. */
  readonly owed: () => Promise<{ readonly count: number; readonly oldestSeconds: number }>;
  /** Forgets deliveries that ended before so many days, at most so many rows. Returns how many. */
  readonly forget: (olderThanDays: number, most: number) => Promise<number>;
};

type TakenRow = {
  answer: 'taken' | Over | 'waits' | 'running';
  account_id: string;
  type: string;
  params: string;
  condition: string | null;
  webhook_url: string;
  secret_encrypted: Buffer;
  secret_key_id: string;
  compared_value: string | null;
};

/** The store over the service's own schema. Times are in milliseconds. */
export function createDeliveryStore(
  postgres: Postgres,
  options: {
    /** A run must be over within it; then another takes its place. */
    readonly leaseMs: number;
    /** For so long after its last visit a waiting trigger is counted on. */
    readonly waitMs: number;
  },
): DeliveryStore {
  const { query } = postgres;
  const lease = `${options.leaseMs} milliseconds`;
  const wait = `${options.waitMs} milliseconds`;
  return {
    ...createLooks(query, options.waitMs),
    takeUp: async (run, traces) => {
      const text = 'SELECT * FROM take_up($1, $2, $3, $4, $5, $6, $7, $8, $9)';
      const seen = [run.slot.toString(), new Date(run.observedAtMs)];
      const values = [run.triggerId, run.watchId, ...seen, run.id, run.traceparent, run.holdId, lease, wait];
      const [row] = await query<TakenRow>({ name: 'take_up', text, values }, traces);
      return takenUp(row);
    },
    startSending: async (run, traces) => {
      const text = `UPDATE deliveries SET state = 'sending', sent_at = clock(), leased_until = clock() + $3::interval
        WHERE trigger_id = $1 AND run = $2 AND state = 'claimed' AND EXISTS (SELECT FROM watches WHERE id = watch_id)
        RETURNING 1`;
      const rows = await query({ name: 'start_sending', text, values: [run.triggerId, run.id, lease] }, traces);
      return rows.length === 1;
    },
    end: async (run, ending, traces) => {
      const text = 'SELECT end_delivery($1, $2, $3, $4, $5, $6, $7, $8, $9) AS ended';
      const values = [
        run.triggerId,
        run.watchId,
        run.id,
        ending.outcome,
        ending.httpStatus ?? null,
        ending.error ?? null,
        ending.comparedJson ?? null,
        ending.slot?.toString() ?? null,
        ending.captureMicros.toString(),
      ];
      const [row] = await query<{ ended: boolean }>({ name: 'end_delivery', text, values }, traces);
      return row?.ended === true;
    },
    putBack: async (run, owes) => {
      const values = [run.triggerId, run.watchId, run.id, owes, wait];
      await query({ name: 'put_back', text: 'SELECT put_back($1, $2, $3, $4, $5)', values });
    },
    ...sweeping(query),
  };
}

function takenUp(row: TakenRow | undefined): TakenUp {
  if (row === undefined) {
    throw new Error('take_up gave no answer');
  }
  switch (row.answer) {
    case 'taken':
      return {
        answer: 'taken',
        watch: {
          accountId: row.account_id,
          type: row.type,
          paramsJson: row.params,
          conditionJson: row.condition,
          webhookUrl: row.webhook_url,
          secret: { keyId: row.secret_key_id, sealed: row.secret_encrypted },
          comparedJson: row.compared_value,
        },
      };
    default:
      return { answer: row.answer };
  }
}

type Sweeping = 'find' | 'endDead' | 'dueSettlements' | 'settled' | 'postpone' | 'owed' | 'forget';

/** What no worker waits for. */
function sweeping(query: Postgres['query']): Pick<DeliveryStore, Sweeping> {
  return {
    find: async (traceId) => {
      const text = `SELECT watch_id, trigger_id, state, outcome, http_status, error, taken_at, sent_at, ended_at
        FROM deliveries WHERE trace_id = $1`;
      const [row] = await query<DeliveryRow>({ name: 'find_delivery', text, values: [traceId] });
      return row;
    },
    endDead: async (most) => {
      const text = `SELECT trigger_id, watch_id FROM deliveries WHERE state <> 'ended' AND leased_until < clock()
        ORDER BY leased_until LIMIT $1`;
      const rows = await query<{ trigger_id: string; watch_id: string }>({ name: 'dead', text, values: [most] });
      const outcomes: string[] = [];
      // One statement for each: together they would lock many watches in an order that others do not keep to.
      for (const { trigger_id, watch_id } of rows) {
        const ending = { name: 'end_if_dead', text: 'SELECT end_if_dead($1, $2) AS outcome' };
        const [row] = await query<{ outcome: string | null }>({ ...ending, values: [trigger_id, watch_id] });
        outcomes.push(...(row === undefined || row.outcome === null ? [] : [row.outcome]));
      }
      return outcomes;
    },
    dueSettlements: async (most) => {
      const text = `UPDATE settlements SET due_at = clock() + interval '15 seconds' WHERE hold_id IN (
          SELECT hold_id FROM settlements WHERE due_at <= clock() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
        RETURNING hold_id, capture_micros, traceparent, tries`;
      const rows = await query<{ hold_id: string; capture_micros: string; traceparent: string; tries: number }>({
        name: 'due_settlements',
        text,
        values: [most],
      });
      return rows.map((row) => ({
        holdId: row.hold_id,
        captureMicros: BigInt(row.capture_micros),
        traceparent: row.traceparent,
        tries: row.tries,
      }));
    },
    settled: async (holdIds) => {
      await query({ name: 'settled', text: 'DELETE FROM settlements WHERE hold_id = ANY ($1)', values: [holdIds] });
    },
    postpone: async (settlements) => {
      const text = `UPDATE settlements s SET tries = s.tries + 1, due_at = clock() + make_interval(secs => p.after_ms / 1000.0)
        FROM unnest($1::text[], $2::integer[]) AS p (hold_id, after_ms) WHERE s.hold_id = p.hold_id`;
      const values = [settlements.map(({ holdId }) => holdId), settlements.map(({ afterMs }) => afterMs)];
      await query({ name: 'postpone', text, values });
    },
    owed: async () => {
      const text = `SELECT count(*)::integer AS count,
        coalesce(extract(epoch FROM clock() - min(created_at)), 0)::float AS oldest FROM settlements`;
      const [row] = await query<{ count: number; oldest: number }>({ name: 'owed', text });
      return { count: row?.count ?? 0, oldestSeconds: row?.oldest ?? 0 };
    },
    forget: async (olderThanDays, most) => {
      const text = `DELETE FROM deliveries WHERE trigger_id IN (
          SELECT trigger_id FROM deliveries
          WHERE state = 'ended' AND ended_at < clock() - make_interval(days => $1) LIMIT $2)
        RETURNING 1`;
      return (await query({ name: 'forget', text, values: [olderThanDays, most] })).length;
    },
  };
}
