import type { Budget, BudgetShare, RequestLimit } from '@assay/concurrency/request-budget';
import type { ReplicaState, UsageReport } from './store.ts';

/**
 * The request budgets of this replica. They are its shares of the providers' limits, which all replicas use together.
 */
export type SharedBudgets = {
  /**
   * Adds a provider's limit to the shared limits. Until the next state of the replicas arrives, this replica may use a
   * tenth of the limit.
   */
  readonly add: (provider: string, limit: RequestLimit, budget: Budget) => void;
  /**
   * Returns a report for each limit whose requests the database counts. It contains the number of requests that this
   * replica sent without a grant, and the number of further requests that it wants.
   */
  readonly report: () => readonly UsageReport[];
  /** Receives the state of the replicas that the database returned for a report, and sets this replica's shares. */
  readonly onState: (state: ReplicaState, reported: readonly UsageReport[]) => void;
  /**
   * Reduces each budget to a tenth of its limit once this replica's lease may have lapsed. Call it several times a
   * second.
   */
  readonly tick: () => void;
};

/** Milliseconds for which a replica's lease lasts. It is long enough for two failed reports. */
export const replicaLeaseMs = 3_500;
/**
 * Maximum window, in milliseconds, of a limit that is divided evenly among the replicas. If the window of a limit is
 * longer, the database counts its requests.
 */
const maxDividedMs = 60_000;
const partsPerWindow = 100;
/**
 * A replica asks the database for requests in advance. This divisor limits the unused requests that it may hold to a
 * hundredth of the provider's limit.
 */
const inHandPart = 100;
const minTurnMs = 10_000;
/**
 * Divisor for the reserve: a tenth of each limit belongs to no replica's share. Replicas use the reserve while they
 * have no share yet or cannot reach the database.
 */
const reservePart = 10;

type Shared = {
  readonly limit: RequestLimit;
  readonly budget: Budget;
  /**
   * Number of requests that the database has granted to this replica since its start. If the replica sent more, the
   * further ones are ungranted.
   */
  granted: number;
};

/**
 * Creates the shared budgets of a replica. A limit with a short window is divided evenly among the replicas. If it has
 * fewer requests than there are replicas, each replica in turn may use the whole limit for some time. Requests under a
 * limit with a long window are counted in the database, so that a restart does not forget them.
 * @param monotonic milliseconds on a clock that never runs backwards.
 */
export function createSharedBudgets(replica: string, monotonic: () => number): SharedBudgets {
  const shared = new Map<string, Shared>();
  let leaseUntilMs = Number.NEGATIVE_INFINITY;
  let isAlone = false;
  let hasLease = false;

  const fallBack = (): void => {
    hasLease = false;
    for (const { limit, budget } of shared.values()) {
      budget.setShare(tenthOf(limit));
    }
  };
  return {
    add: (provider, limit, budget) => {
      shared.set(provider, { limit, budget, granted: budget.taken() });
      budget.setShare(tenthOf(limit));
    },
    report: () => [...shared].flatMap(([provider, entry]) => (isCounted(entry.limit) ? reportOf(provider, entry) : [])),
    onState: (state, reported) => {
      for (const { provider, ungranted } of reported) {
        const entry = shared.get(provider);
        if (entry !== undefined) {
          entry.granted += ungranted + (state.usage[provider]?.granted ?? 0);
        }
      }
      const own = state.replicas.find((each) => each.replica === replica);
      if (!hasLease) {
        // All other replicas left so long ago that no current window contains requests of them, so this replica is
        // alone.
        isAlone = state.replicas.every((each) => each.replica === replica || each.lapsedForMs >= maxDividedMs);
      }
      hasLease = true;
      leaseUntilMs = monotonic() + replicaLeaseMs;
      for (const [provider, entry] of shared) {
        const { limit, budget } = entry;
        const settled = isAlone || (own?.joinedForMs ?? 0) > replicaLeaseMs + Math.min(limit.perMs, maxDividedMs);
        budget.setShare(
          isCounted(limit)
            ? countedShare(entry, state.usage[provider]?.taken)
            : dividedShare(limit, state, replica, settled),
        );
      }
    },
    tick: () => {
      if (hasLease && monotonic() >= leaseUntilMs) {
        fallBack();
      }
    },
  };
}

function isCounted({ perMs }: RequestLimit): boolean {
  return perMs > maxDividedMs;
}

function partMs({ perMs }: RequestLimit): number {
  return Math.ceil(perMs / partsPerWindow);
}

function reserveOf({ requests }: RequestLimit): number {
  return Math.floor(requests / reservePart);
}

/**
 * Returns a tenth of a limit: a tenth of its requests in the same window. If this is less than one request, returns one
 * request in a longer window.
 */
function tenthOf(limit: RequestLimit): BudgetShare {
  const reserve = reserveOf(limit);
  return reserve > 0
    ? { requests: reserve, perMs: limit.perMs }
    : { requests: 1, perMs: (limit.perMs * reservePart) / limit.requests };
}

/**
 * Returns the replicas that can have sent requests within the window that ends now. These are the present replicas, and
 * the replicas that left within the window.
 */
function membersOf({ replicas }: ReplicaState, perMs: number): readonly string[] {
  return replicas
    .filter(({ lapsedForMs }) => lapsedForMs < perMs)
    .map(({ replica }) => replica)
    .toSorted();
}

/** Returns the even share of a replica. A replica that joined too recently gets its part of the reserve instead. */
function dividedShare(limit: RequestLimit, state: ReplicaState, replica: string, settled: boolean): BudgetShare {
  const members = membersOf(state, limit.perMs);
  const rank = members.indexOf(replica);
  const pool = limit.requests - reserveOf(limit);
  if (!settled) {
    const requests = Math.floor(reserveOf(limit) / members.length);
    // A small limit has no reserve. But a replica needs at least one request to learn whether the provider works.
    return requests > 0 ? { requests, perMs: limit.perMs } : { requests: 1, perMs: maxDividedMs };
  }
  if (pool < members.length) {
    // Each replica in turn may use the whole limit. It waits for the length of the window first, because the window can
    // still contain requests of the previous replica.
    const turnMs = Math.max(minTurnMs, limit.perMs * 10);
    const isOwn = Math.floor(state.nowMs / turnMs) % members.length === rank;
    // A replica may use an outdated share until its lease lapses. So its turn must stop the length of a lease earlier.
    const isFree = state.nowMs % turnMs >= limit.perMs && state.nowMs % turnMs < turnMs - replicaLeaseMs;
    return { requests: isOwn && isFree ? limit.requests : 0, perMs: limit.perMs };
  }
  const extra = rank < pool % members.length ? 1 : 0;
  return { requests: Math.floor(pool / members.length) + extra, perMs: limit.perMs };
}

/**
 * Returns the report on a limit whose requests the database counts. Returns nothing if there are no requests to report
 * or to ask for.
 */
function reportOf(provider: string, { limit, budget, granted }: Shared): readonly UsageReport[] {
  const inHand = granted - budget.taken();
  return [
    {
      provider,
      ungranted: Math.max(0, -inHand),
      wanted: Math.max(0, Math.ceil(limit.requests / inHandPart) - Math.max(0, inHand)),
      maxTaken: limit.requests - reserveOf(limit),
      perMs: limit.perMs,
      partMs: partMs(limit),
    },
  ].filter(({ ungranted, wanted }) => ungranted + wanted > 0);
}

/**
 * Returns the share that the database has granted. A replica may use a few granted requests only in a later window. The
 * reserve leaves room for them there.
 */
function countedShare({ limit, budget, granted }: Shared, taken: number | undefined): BudgetShare {
  return {
    ...limit,
    further: Math.max(0, granted - budget.taken()),
    hasHeadroom: taken === undefined || taken * 2 < limit.requests,
  };
}
