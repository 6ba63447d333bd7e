/** Finds the replicas of a service that fail while other replicas work. */
export type OutlierEjection = {
  /**
   * Records the outcome of a call to a replica. A failure is a broken stream or a missed deadline; a fault that the replica
   * returned is not.
   */
  readonly onOutcome: (address: string, failed: boolean) => void;
  /** Returns whether the replica should get no calls now. It gets calls nevertheless when no other replica is ready. */
  readonly isEjected: (address: string) => boolean;
  readonly forget: (address: string) => void;
};

type Health = { failuresInRow: number; ejections: number; ejectedUntilMs: number };

const failuresToEject = 5;
const minEjectionMs = 1_000;
const maxEjectionMs = 30_000;

/**
 * Creates an outlier ejection. Five failures in a row eject a replica for one second. When it is ejected again without
 * a success in between, the time doubles, up to 30 seconds.
 * @param monotonic milliseconds on a clock that never runs backwards.
 */
export function createOutlierEjection(monotonic: () => number = () => performance.now()): OutlierEjection {
  const replicas = new Map<string, Health>();
  const healthOf = (address: string): Health => {
    const health = replicas.get(address) ?? { failuresInRow: 0, ejections: 0, ejectedUntilMs: 0 };
    replicas.set(address, health);
    return health;
  };
  return {
    onOutcome: (address, failed) => {
      const health = healthOf(address);
      health.failuresInRow = failed ? health.failuresInRow + 1 : 0;
      if (!failed) {
        health.ejections = 0;
      } else if (health.failuresInRow >= failuresToEject) {
        health.ejectedUntilMs = monotonic() + Math.min(minEjectionMs * 2 ** health.ejections, maxEjectionMs);
        health.ejections += 1;
        health.failuresInRow = 0;
      }
    },
    isEjected: (address) => (replicas.get(address)?.ejectedUntilMs ?? 0) > monotonic(),
    forget: (address) => replicas.delete(address),
  };
}
