import { verdictThresholds } from '@assay/independence/constants/verdicts';
import type { Postgres } from '@assay/storage/postgres';
import type { LoadedKeyState, StoredKeyState } from '@assay/independence/key-state';

/**
 * Acquires or renews the leader lease. Any holder can acquire a lease that has lapsed.
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

/** Ends this holder's lease now, so that another replica can acquire it at once. */
export async function releaseLeaderLease(postgres: Postgres, holder: string): Promise<void> {
  await postgres.query({
    name: 'leave_measurement_lead',
    text: "UPDATE measurement_lead SET until = now() - interval '1 second' WHERE one AND holder = $1::uuid",
    values: [holder],
  });
}

/** A stored state is deleted this many milliseconds after its last update. */
const keptForMs = 7 * 24 * 3_600_000;

/**
 * Stores the states of keys. Writes nothing when the holder does not have the lease, because the new leader has newer
 * states. A stored state with more evidence is not overwritten, unless its evidence is too old. Otherwise a learner
 * that started empty would replace it.
 */
export async function saveStates(postgres: Postgres, holder: string, stored: readonly StoredKeyState[]): Promise<void> {
  await postgres.query({
    name: 'save_measured_keys',
    text: `INSERT INTO measured_keys AS known (key, state, format, observations)
           SELECT given.* FROM unnest($2::text[], $3::text[], $4::int[], $5::bigint[])
             AS given (key, state, format, observations)
           WHERE EXISTS (SELECT FROM measurement_lead WHERE one AND holder = $1::uuid AND until > now())
           ON CONFLICT (key) DO UPDATE SET state = EXCLUDED.state, format = EXCLUDED.format,
             observations = EXCLUDED.observations, updated_at = now()
             WHERE (known.format, known.observations) <= (EXCLUDED.format, EXCLUDED.observations)
               OR known.updated_at < now() - $6 * interval '1 millisecond'`,
    values: [
      holder,
      stored.map(({ key }) => key),
      stored.map(({ state }) => state),
      stored.map(({ format }) => format),
      stored.map(({ observations }) => observations),
      verdictThresholds.maxAgeMs,
    ],
  });
}

/** Returns the stored states of the given keys. Leaves out states that contain only old evidence. */
export async function loadStates(postgres: Postgres, keys: readonly string[]): Promise<LoadedKeyState[]> {
  return postgres.query<LoadedKeyState>({
    name: 'load_measured_keys',
    text: `SELECT key, state FROM measured_keys
           WHERE key = ANY($1) AND updated_at > now() - $2 * interval '1 millisecond'`,
    values: [keys, verdictThresholds.maxAgeMs],
  });
}

/** Deletes the states of keys that were last updated long ago. These keys are no longer measured. */
export async function deleteOldStates(postgres: Postgres): Promise<void> {
  await postgres.query({
    name: 'delete_old_measured_keys',
    text: "DELETE FROM measured_keys WHERE updated_at < now() - $1 * interval '1 millisecond'",
    values: [keptForMs],
  });
}

/** Stores the leader's snapshot for the other replicas. */
export async function saveVerdictSnapshot(postgres: Postgres, holder: string, snapshotJson: string): Promise<void> {
  await postgres.query({
    name: 'save_measured_picture',
    text: `UPDATE measurement_lead SET picture = $2::json, pictured_at = now()
           WHERE one AND holder = $1::uuid AND until > now()`,
    values: [holder, snapshotJson],
  });
}

/**
 * Returns the snapshot that the leader stored last, and the time at which it was stored.
 * @param knownAt the time of the snapshot that the caller already has, as an earlier call returned it. Empty when the
 * caller has none.
 * @returns undefined when the caller already has the last snapshot.
 */
export async function loadVerdictSnapshot(
  postgres: Postgres,
  knownAt: string,
): Promise<{ readonly snapshotJson: string; readonly at: string } | undefined> {
  const rows = await postgres.query<{ snapshotJson: string; at: string }>({
    name: 'load_measured_picture',
    text: `SELECT picture::text AS "snapshotJson", pictured_at::text AS at FROM measurement_lead
           WHERE one AND picture IS NOT NULL AND pictured_at::text <> $1`,
    values: [knownAt],
  });
  return rows[0];
}
