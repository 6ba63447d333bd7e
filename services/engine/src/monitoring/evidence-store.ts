import type { DuePoint } from '@assay/independence/verdicts/evidence-history';
import type { PairEvidencePoint } from '@assay/rpc/gen/assay/engine/v1/PairEvidencePoint';
import type { Postgres } from '@assay/storage/postgres';

/** Identifies a measured pair: its key, and the ids of its two providers in any order. */
export type MeasuredPairName = { readonly key: string; readonly a: string; readonly b: string };

/** Maximum number of points of one pair that a response contains. */
const maxPoints = 2_000;
/**
 * Maximum number of rows in the table. If there are more, the oldest rows are deleted even before the retention ends.
 */
const maxRows = 500_000;
const rowsPerDeletion = 50_000;

/** The columns of the inserted points, in the order of the statement's parameters. */
const pointColumns = ['key', 'a', 'b', 'atMs', 'minGapMs', 'verdict', 'nats', 'natsAgainst', 'observations'] as const;

/**
 * Adds points to the history of pairs, in one statement. Adds nothing when the holder does not have the leader lease. A
 * new leader does not know the points that the last leader stored. So the statement itself compares each new point with
 * the pair's last stored point.
 */
export async function savePoints(postgres: Postgres, holder: string, points: readonly DuePoint[]): Promise<void> {
  await postgres.query({
    name: 'save_pair_evidence',
    text: `INSERT INTO pair_evidence (key, a, b, at, verdict, nats, nats_against, observations)
           SELECT new.key, new.a, new.b, new.at, new.verdict, new.nats, new.against, new.observations
           FROM (SELECT key, a, b, to_timestamp(at_ms / 1000) AS at, gap_ms, verdict, nats, against, observations
                 FROM unnest($2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[], $7::text[], $8::real[],
                             $9::real[], $10::int[])
                   AS given (key, a, b, at_ms, gap_ms, verdict, nats, against, observations)) AS new
           LEFT JOIN LATERAL (SELECT p.at, p.verdict FROM pair_evidence AS p
                              WHERE p.key = new.key AND p.a = new.a AND p.b = new.b ORDER BY p.at DESC LIMIT 1) AS last
             ON true
           WHERE EXISTS (SELECT FROM measurement_lead WHERE one AND holder = $1::uuid AND until > now())
             AND (last.at IS NULL OR (new.at > last.at AND
               (last.verdict <> new.verdict OR new.at >= last.at + new.gap_ms * interval '1 millisecond')))
           ON CONFLICT DO NOTHING`,
    values: [holder, ...pointColumns.map((name) => points.map((point) => point[name]))],
  });
}

/**
 * Deletes points that are older than the retention, and the oldest points if there are more than `rows`. It uses
 * PostgreSQL's estimate of the number of rows, which is exact enough and needs no scan.
 */
export async function deleteOldPoints(postgres: Postgres, retentionDays: number, rows = maxRows): Promise<void> {
  await postgres.query({
    name: 'delete_old_pair_evidence',
    text: `DELETE FROM pair_evidence WHERE ctid = ANY (ARRAY(
             (SELECT ctid FROM pair_evidence WHERE at < now() - make_interval(days => $1) ORDER BY at LIMIT $3)
             UNION ALL
             (SELECT ctid FROM pair_evidence ORDER BY at LIMIT least($3, greatest(0,
               (SELECT reltuples::bigint FROM pg_class WHERE oid = 'pair_evidence'::regclass) - $2::bigint)))))`,
    values: [retentionDays, rows, rowsPerDeletion],
  });
}

/** Returns the newest points of a pair, oldest first. */
export async function loadPoints(
  postgres: Pick<Postgres, 'query'>,
  { key, a, b }: MeasuredPairName,
): Promise<PairEvidencePoint[]> {
  const newestFirst = await postgres.query<PairEvidencePoint>({
    name: 'load_pair_evidence',
    text: `SELECT (extract(epoch FROM at) * 1000)::bigint::text AS at_ms, verdict, nats, nats_against, observations
           FROM pair_evidence WHERE key = $1 AND a = $2 AND b = $3 ORDER BY at DESC LIMIT $4`,
    values: [key, ...[a, b].toSorted(), maxPoints],
  });
  return newestFirst.toReversed();
}
