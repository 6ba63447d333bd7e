import type { Postgres } from '@assay/service/postgres';
import type { StoredKeyState } from '@assay/independence/learner';

/**
 * Acquires or renews the leader lease. Any holder can acquire a lapsed lease.
 * @param holder UUID of the replica.
 * @param forMs duration of the lease from now, in milliseconds.
 * @returns whether this holder has the lease now.
 */
export async function holdLeaderLease(postgres: Postgres, holder: string, forMs: number): Promise<boolean> {
  const rows = await postgres.query({
    name: 'hold_measurement_lead',
    text: `INSERT INTO measurement_lead (holder, until) VALUES ($1::uuid, now() + $2 * interval '1 millisecond')
           ON CONFLICT (one) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
             WHERE measurement_lead.holder = EXCLUDED.holder OR measurement_lead.until < now()
           RETURNING one`,
    values: [holder, forMs],
  });
  return rows.length === 1;
}

/** Ends the lease of this holder now, so that another replica need not wait for it to lapse. */
export async function releaseLeaderLease(postgres: Postgres, holder: string): Promise<void> {
  await postgres.query({
    name: 'leave_measurement_lead',
    text: "UPDATE measurement_lead SET until = now() - interval '1 second' WHERE holder = $1::uuid",
    values: [holder],
  });
}

/** Stores the states of keys. A holder without the lease writes nothing, because the new leader has newer states. */
export async function saveStates(postgres: Postgres, holder: string, stored: readonly StoredKeyState[]): Promise<void> {
  await postgres.query({
    name: 'save_measured_keys',
    text: `INSERT INTO measured_keys (key, state)
           SELECT given.key, given.state FROM unnest($2::text[], $3::text[]) AS given (key, state)
           WHERE EXISTS (SELECT FROM measurement_lead WHERE holder = $1::uuid AND until > now())
           ON CONFLICT (key) DO UPDATE SET state = EXCLUDED.state, updated_at = now()`,
    values: [holder, stored.map(({ key }) => key), stored.map(({ state }) => state)],
  });
}

/** Returns the stored states, the newest first. */
export async function loadStates(postgres: Postgres, limit: number): Promise<StoredKeyState[]> {
  return postgres.query<StoredKeyState>({
    name: 'load_measured_keys',
    text: 'SELECT key, state FROM measured_keys ORDER BY updated_at DESC LIMIT $1',
    values: [limit],
  });
}

/** Stores the leader's snapshot for the other replicas. */
export async function saveVerdictSnapshot(postgres: Postgres, holder: string, snapshotJson: string): Promise<void> {
  await postgres.query({
    name: 'save_measured_picture',
    text: `UPDATE measurement_lead SET picture = $2::json, pictured_at = now()
           WHERE holder = $1::uuid AND until > now()`,
    values: [holder, snapshotJson],
  });
}

/**
 * Returns the snapshot that the leader stored last, and when.
 * @param knownAt the time of the snapshot that the caller has, as this function returned it; empty for none.
 * @returns undefined when there is no other snapshot.
 */
export async function loadVerdictSnapshot(
  postgres: Postgres,
  knownAt: string,
): Promise<{ readonly snapshotJson: string; readonly at: string } | undefined> {
  const rows = await postgres.query<{ snapshotJson: string; at: string }>({
    name: 'load_measured_picture',
    text: `SELECT picture::text AS "snapshotJson", pictured_at::text AS at FROM measurement_lead
           WHERE picture IS NOT NULL AND pictured_at::text <> $1`,
    values: [knownAt],
  });
  return rows[0];
}
