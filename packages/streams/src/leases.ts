import type { Clock } from '@assay/runtime/clock';

/**
 * Duration of a lease, in milliseconds. When its holder fails, another replica takes the stream over within this time plus
 * one renewal.
 */
export const leaseMs = 1_500;
/** Interval of renewals, in milliseconds. A lease survives two failed renewals. */
export const renewEveryMs = 500;

/** The leases of streams. Each lease lets one replica hold the connection to a stream. */
export type StreamLeases = {
  /**
   * Returns whether this replica has the lease of a stream. Returns false as soon as the lease may have expired, even if the
   * database still shows it.
   */
  readonly holds: (stream: string) => boolean;
  /** Acquires and renews leases. Rejects when the database fails; the leases then expire. */
  readonly renew: () => Promise<void>;
};

/**
 * Creates the leases of this replica, which has none at first.
 * @param hold acquires or renews the leases in the database, and returns the streams whose lease this replica now has.
 */
export function createStreamLeases(
  hold: () => Promise<readonly string[]>,
  clock: Pick<Clock, 'monotonic'>,
): StreamLeases {
  let heldUntilMs = new Map<string, number>();
  return {
    holds: (stream) => clock.monotonic() < (heldUntilMs.get(stream) ?? 0),
    renew: async () => {
      // Counting from before the request makes the lease expire here before it expires in the database.
      const untilMs = clock.monotonic() + leaseMs;
      const heldStreams = await hold();
      heldUntilMs = new Map(heldStreams.map((stream) => [stream, untilMs]));
    },
  };
}
