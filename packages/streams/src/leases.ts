import type { Clock } from '@assay/runtime/clock';

/** Duration of a lease. Another replica takes a stream over within this time and one renewal. */
export const leaseMs = 1_500;
/** Interval of renewals. A lease outlives two failed renewals. */
export const renewEveryMs = 500;

/** The leases of streams, of which each makes one replica hold a connection. */
export type StreamLeases = {
  /** Whether this replica has the lease of a stream. False once the lease could have lapsed, whatever the database says. */
  readonly holds: (stream: string) => boolean;
  /** Acquires and renews leases. Rejects when the database fails; the leases then lapse. */
  readonly renew: () => Promise<void>;
};

/**
 * Creates leases that this replica does not have yet.
 * @param hold acquires or renews the leases, and returns the streams whose lease this replica has now.
 */
export function createStreamLeases(
  hold: () => Promise<readonly string[]>,
  clock: Pick<Clock, 'monotonic'>,
): StreamLeases {
  let heldUntilMs = new Map<string, number>();
  return {
    holds: (stream) => clock.monotonic() < (heldUntilMs.get(stream) ?? 0),
    renew: async () => {
      // The lease counts from before the request, so it ends here before it ends in the database.
      const untilMs = clock.monotonic() + leaseMs;
      const held = await hold();
      heldUntilMs = new Map(held.map((stream) => [stream, untilMs]));
    },
  };
}
