import type { ReplicaState } from './store.ts';

/** Returns which sources and nodes can serve, by the majority of the replicas. */
export type HealthViews = {
  /** Receives the state of all replicas. The state is valid until this replica's lease lapses. */
  readonly onState: (state: Pick<ReplicaState, 'replicas'>) => void;
  /**
   * Returns whether a source or a node can serve, by the majority of the replicas that have asked it. If as many
   * replicas can use it as cannot, it can serve.
   * @param name the name of the source or node, as in `ReplicaRow.down`.
   * @param own whether this replica can use the source or node now.
   */
  readonly canServe: (name: string, own: boolean) => boolean;
  /** Returns whether no other replica is present. False while the state of the replicas is unknown. */
  readonly isAlone: () => boolean;
};

/**
 * A replica counts as gone this many milliseconds after the end of its lease. Before that, it may still run and only
 * have lost its connection to the database.
 */
const goneAfterMs = 10_000;

/**
 * Creates the health views of a replica. Its catalog lists what the majority of replicas can use, so that all replicas
 * list the same types. Without the database, a replica decides by its own view.
 * @param leaseMs milliseconds for which the views of the other replicas are valid.
 * @param monotonic milliseconds on a clock that never runs backwards.
 */
export function createHealthViews(replica: string, leaseMs: number, monotonic: () => number): HealthViews {
  let others: readonly ReadonlySet<string>[] = [];
  let present = 0;
  let validUntilMs = Number.NEGATIVE_INFINITY;
  return {
    onState: ({ replicas }) => {
      validUntilMs = monotonic() + leaseMs;
      const rest = replicas.filter((each) => each.replica !== replica);
      present = rest.filter(({ lapsedForMs }) => lapsedForMs < goneAfterMs).length;
      others = rest.flatMap(({ lapsedForMs, down }) => (lapsedForMs >= 0 || down === null ? [] : [new Set(down)]));
    },
    canServe: (name, own) => {
      const voters = monotonic() < validUntilMs ? others : [];
      const up = voters.filter((down) => !down.has(name)).length + (own ? 1 : 0);
      return up * 2 >= voters.length + 1;
    },
    isAlone: () => monotonic() < validUntilMs && present === 0,
  };
}
