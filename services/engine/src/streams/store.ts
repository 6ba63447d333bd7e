import type { Postgres } from '@assay/storage/postgres';

/**
 * Acquires or renews the leases of streams. Any holder can acquire a lease that has lapsed.
 * @param holder UUID of the replica.
 * @param streams in the same order in every replica, so that two replicas never wait for each other's row locks.
 * @param forMs duration of the leases from now, in milliseconds.
 * @returns the streams whose lease this holder has now.
 */
export async function holdStreamLeases(
  postgres: Postgres,
  holder: string,
  streams: readonly string[],
  forMs: number,
): Promise<readonly string[]> {
  const rows = await postgres.query<{ stream: string }>({
    name: 'hold_stream_leases',
    text: `INSERT INTO stream_leases (stream, holder, until)
           SELECT given, $1::uuid, now() + $3 * interval '1 millisecond' FROM unnest($2::text[]) AS given
           ON CONFLICT (stream) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
             WHERE stream_leases.holder = EXCLUDED.holder OR stream_leases.until < now()
           RETURNING stream`,
    values: [holder, streams, forMs],
  });
  return rows.map(({ stream }) => stream);
}

/** Ends the leases of this holder now, so that another replica can acquire them at once. */
export async function releaseStreamLeases(
  postgres: Postgres,
  holder: string,
  streams: readonly string[],
): Promise<void> {
  await postgres.query({
    name: 'release_stream_leases',
    text: "UPDATE stream_leases SET until = now() - interval '1 second' WHERE stream = ANY ($2) AND holder = $1::uuid",
    values: [holder, streams],
  });
}
