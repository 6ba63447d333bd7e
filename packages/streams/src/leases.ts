import type { Clock } from '@assay/runtime/clock';

/**
 * Duration of a lease, in milliseconds. When the replica that has a stream's lease fails, another replica takes over
 * the stream within this time plus one renewal.
 */
export const leaseMs = 1_500;
/** Interval of renewals, in milliseconds. A lease remains valid when two renewals in a row fail. */
export const renewEveryMs = 500;

/** The leases of streams. Only the replica with a stream's lease connects to the stream. */
export type StreamLeases = {
  /**
   * Returns whether this replica has the lease of a stream. Returns false as soon as the lease may have expired, even
   * if the database still shows that the replica has it.
   */
  readonly holds: (stream: string) => boolean;
  /** Acquires and renews leases. Rejects when the database fails; the leases then expire. */
  readonly renew: () => Promise<void>;
};

/**
 * Creates the leases of this replica. The replica starts without any lease.
 * @param hold acquires or renews the leases in the database, and returns the streams whose leases this replica now has.
 */
export function createStreamLeases(
  hold: () => Promise<readonly string[]>,
  clock: Pick<Clock, 'monotonic'>,
): StreamLeases {
  let heldUntilMs = new Map<string, number>();
  return {
    holds: (stream) => clock.monotonic() < (heldUntilMs.get(stream) ?? 0),
    renew: async () => {
      // Count from the time before the request, so that the lease expires in this process before it expires in the
      // database.
      const untilMs = clock.monotonic() + leaseMs;
      const heldStreams = await hold();
      heldUntilMs = new Map(heldStreams.map((stream) => [stream, untilMs]));
    },
  };
}
