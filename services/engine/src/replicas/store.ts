import type { Postgres } from '@assay/storage/postgres';

/** A replica of the engine. Its times are measured with the database's clock. */
export type ReplicaRow = {
  readonly replica: string;
  /** Milliseconds since the replica joined, or since it returned after its lease had lapsed. */
  readonly joinedForMs: number;
  /** Milliseconds since the replica's lease lapsed. Negative while the replica is present. */
  readonly lapsedForMs: number;
  /**
   * The sources and nodes that the replica cannot use now, as `type provider` and `node name`. Null until the replica
   * has asked all of them.
   */
  readonly down: readonly string[] | null;
};

/** For one provider: how many requests a replica sent without a grant, and how many further ones it asks for. */
export type UsageReport = {
  readonly provider: string;
  readonly ungranted: number;
  readonly wanted: number;
  /** Number of requests that all replicas together may send in one window. */
  readonly maxTaken: number;
  /**
   * Length of the provider's window, in milliseconds. The database counts requests in smaller parts of the window, of
   * `partMs` each.
   */
  readonly perMs: number;
  readonly partMs: number;
};

/** The state of all replicas at one time. */
export type ReplicaState = {
  /** Milliseconds since the Unix epoch, by the database's clock. */
  readonly nowMs: number;
  readonly replicas: readonly ReplicaRow[];
  /**
   * For each provider: the number of requests that the database granted in response to this report, and the number of
   * all requests in the current window.
   */
  readonly usage: Readonly<Record<string, { readonly granted: number; readonly taken: number }>>;
};

/**
 * PostgreSQL interval for which a replica that left stays in the table. During this time, budgets still count its
 * requests.
 */
const rememberedFor = '10 minutes';

const reportStatement = `WITH own AS (
    INSERT INTO engine_replicas (replica, until, down)
    VALUES ($1::uuid, now() + $2 * interval '1 millisecond', $3::text[])
    ON CONFLICT (replica) DO UPDATE SET until = EXCLUDED.until, down = EXCLUDED.down,
      joined_at = CASE WHEN engine_replicas.until < now() THEN now() ELSE engine_replicas.joined_at END
    RETURNING replica, joined_at, until, down
  ), gone AS (
    DELETE FROM engine_replicas WHERE until < now() - interval '${rememberedFor}'
  ), expired AS (
    DELETE FROM provider_usage WHERE expires_at < now() - interval '1 minute'
  ), given AS (
    SELECT *, floor(extract(epoch FROM now()) * 1000 / part_ms)::bigint * part_ms AS part_at_ms
    FROM unnest($4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
      AS given (provider, ungranted, wanted, max_taken, per_ms, part_ms)
  ), room AS (
    SELECT given.*, given.max_taken - given.ungranted - coalesce(
      (SELECT sum(taken)::bigint FROM provider_usage
       WHERE provider = given.provider AND part_at_ms <> given.part_at_ms AND expires_at > now()), 0) AS room
    FROM given
  ), counted AS (
    INSERT INTO provider_usage AS usage (provider, part_at_ms, taken, granted, expires_at)
    SELECT provider, part_at_ms, ungranted + greatest(0, least(wanted, room)), greatest(0, least(wanted, room)),
           to_timestamp((part_at_ms + part_ms + per_ms) / 1000.0)
    FROM room
    ON CONFLICT (provider, part_at_ms) DO UPDATE SET
      granted = (SELECT greatest(0, least(wanted, room - usage.taken))
                 FROM room WHERE room.provider = EXCLUDED.provider),
      taken = usage.taken + (SELECT ungranted + greatest(0, least(wanted, room - usage.taken))
                             FROM room WHERE room.provider = EXCLUDED.provider)
    RETURNING provider, granted, taken
  ), present AS (
    SELECT replica, joined_at, until, down FROM own
    UNION ALL
    SELECT replica, joined_at, until, down FROM engine_replicas WHERE replica <> $1::uuid
  )
  SELECT extract(epoch FROM now()) * 1000 AS now_ms,
         (SELECT json_agg(json_build_object(
                   'replica', replica,
                   'joined_for_ms', extract(epoch FROM now() - joined_at) * 1000,
                   'lapsed_for_ms', extract(epoch FROM now() - until) * 1000,
                   'down', down)) FROM present) AS replicas,
         (SELECT json_object_agg(provider, json_build_object(
                   'granted', granted,
                   'taken', taken + room.max_taken - room.ungranted - room.room))
          FROM counted JOIN room USING (provider)) AS usage`;

/**
 * Renews the lease of a replica, stores which sources it cannot use, and grants it requests. Returns the state of all
 * replicas. A single SQL statement does all of this.
 * @param leaseMs duration of the lease from now, in milliseconds.
 */
export async function reportReplica(
  postgres: Postgres,
  replica: string,
  leaseMs: number,
  down: readonly string[] | null,
  usage: readonly UsageReport[],
): Promise<ReplicaState> {
  // All replicas write the providers in the same order, so two replicas can never wait for each other's row locks.
  const reports = usage.toSorted((a, b) => (a.provider < b.provider ? -1 : 1));
  const [row] = await postgres.query<{
    now_ms: string;
    replicas: readonly {
      replica: string;
      joined_for_ms: number;
      lapsed_for_ms: number;
      down: readonly string[] | null;
    }[];
    usage: ReplicaState['usage'] | null;
  }>({
    name: 'report_replica',
    text: reportStatement,
    values: [
      replica,
      leaseMs,
      down,
      reports.map(({ provider }) => provider),
      reports.map(({ ungranted }) => ungranted),
      reports.map(({ wanted }) => wanted),
      reports.map(({ maxTaken }) => maxTaken),
      reports.map(({ perMs }) => perMs),
      reports.map(({ partMs }) => partMs),
    ],
  });
  return {
    nowMs: Number(row?.now_ms ?? 0),
    replicas: (row?.replicas ?? []).map((each) => ({
      replica: each.replica,
      joinedForMs: each.joined_for_ms,
      lapsedForMs: each.lapsed_for_ms,
      down: each.down,
    })),
    usage: row?.usage ?? {},
  };
}

/**
 * Ends the lease of a replica now. Its requests still count until they are older than the windows of the providers'
 * limits.
 */
export async function leaveReplicas(postgres: Postgres, replica: string): Promise<void> {
  await postgres.query({
    name: 'leave_replicas',
    text: "UPDATE engine_replicas SET until = now() - interval '1 millisecond' WHERE replica = $1::uuid",
    values: [replica],
  });
}
