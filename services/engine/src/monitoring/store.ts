import type { Postgres } from '@assay/service/postgres';
import type { StoredKeyState } from './learner.ts';

/**
 * Takes or keeps the lead for a time: given to whoever has it, and to anybody once it has lapsed.
 * @returns whether this holder has it now.
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

/** Gives the lead up at once, so that another need not wait for it to lapse. */
export async function releaseLeaderLease(postgres: Postgres, holder: string): Promise<void> {
  await postgres.query({
    name: 'leave_measurement_lead',
    text: "UPDATE measurement_lead SET until = now() - interval '1 second' WHERE holder = $1::uuid",
    values: [holder],
  });
}

/** Keeps the states of keys. One that lost the lead in the meantime writes nothing: another has learned further. */
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

/** All states that are kept, the youngest first. */
export async function loadStates(postgres: Postgres, limit: number): Promise<StoredKeyState[]> {
  return postgres.query<StoredKeyState>({
    name: 'load_measured_keys',
    text: 'SELECT key, state FROM measured_keys ORDER BY updated_at DESC LIMIT $1',
    values: [limit],
  });
}

/** Shows the other replicas what the leader knows, as JSON. */
export async function saveVerdictSnapshot(postgres: Postgres, holder: string, picture: string): Promise<void> {
  await postgres.query({
    name: 'save_measured_picture',
    text: `UPDATE measurement_lead SET picture = $2::json, pictured_at = now()
           WHERE holder = $1::uuid AND until > now()`,
    values: [holder, picture],
  });
}

/** What the leader showed last, when that is newer than what is known already. */
export async function loadVerdictSnapshot(
  postgres: Postgres,
  knownAt: string,
): Promise<{ readonly picture: string; readonly at: string } | undefined> {
  const rows = await postgres.query<{ picture: string; at: string }>({
    name: 'load_measured_picture',
    text: `SELECT picture::text, pictured_at::text AS at FROM measurement_lead
           WHERE picture IS NOT NULL AND pictured_at::text <> $1`,
    values: [knownAt],
  });
  return rows[0];
}
