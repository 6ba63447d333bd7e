import type { Budget, BudgetShare, RequestLimit } from '@assay/concurrency/request-budget';
import type { ReplicaState, UsageReport } from './store.ts';

/** The request budgets of this replica, whose limits all replicas share. */
export type SharedBudgets = {
  /** Shares a limit. Until the next state arrives, the budget has a tenth of the limit. */
  readonly add: (provider: string, limit: RequestLimit, budget: Budget) => void;
  /**
   * Returns, for limits with a long window, the requests that this replica sent without a grant and those that it asks
   * for.
   */
  readonly report: () => readonly UsageReport[];
  /** Receives the state that followed a report, and sets the shares of this replica. */
  readonly onState: (state: ReplicaState, reported: readonly UsageReport[]) => void;
  /** Reduces each budget to a tenth of its limit once the lease of this replica may have lapsed. Call it often. */
  readonly tick: () => void;
};

/** Duration of a replica's lease. It is long enough for two failed reports. */
export const replicaLeaseMs = 3_500;
/**
 * Maximum window of a limit that is divided among the replicas. A limit with a longer window is counted in the
 * database.
 */
const maxDividedMs = 60_000;
const partsPerWindow = 100;
/** A replica may hold at most one part in this many of a counted limit as granted but unused requests. */
const inHandPart = 100;
const minTurnMs = 10_000;
/**
 * One part in this many of each limit belongs to no share. Replicas use this reserve while they have no share yet or
 * cannot reach the database.
 */
const reservePart = 10;

type Shared = {
  readonly limit: RequestLimit;
  readonly budget: Budget;
  /** Number of requests that the database granted since the start. Requests beyond it are ungranted. */
  granted: number;
};

/**
 * Creates the shared budgets of a replica. Limits with a short window are divided evenly among the replicas. When a
 * limit has fewer requests than there are replicas, the replicas take turns. Limits with a long window are counted in
 * the database, so that a restart does not forget them.
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
        // A replica shares with nobody when no other replica's requests can still count.
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
 * Returns a tenth of a limit: a tenth of its requests, or for a limit of less than ten requests, one request in a
 * longer window.
 */
function tenthOf(limit: RequestLimit): BudgetShare {
  const reserve = reserveOf(limit);
  return reserve > 0
    ? { requests: reserve, perMs: limit.perMs }
    : { requests: 1, perMs: (limit.perMs * reservePart) / limit.requests };
}

/**
 * Returns the replicas whose requests can lie in a window that ends now: present replicas, and those that left within
 * the window.
 */
function membersOf({ replicas }: ReplicaState, perMs: number): readonly string[] {
  return replicas
    .filter(({ lapsedForMs }) => lapsedForMs < perMs)
    .map(({ replica }) => replica)
    .toSorted();
}

/** Returns the even share of a replica. A replica whose share is not settled yet gets its part of the reserve. */
function dividedShare(limit: RequestLimit, state: ReplicaState, replica: string, settled: boolean): BudgetShare {
  const members = membersOf(state, limit.perMs);
  const rank = members.indexOf(replica);
  const pool = limit.requests - reserveOf(limit);
  if (!settled) {
    const requests = Math.floor(reserveOf(limit) / members.length);
    // A replica needs at least one request to learn whether the provider works. A small limit has no reserve for that.
    return requests > 0 ? { requests, perMs: limit.perMs } : { requests: 1, perMs: maxDividedMs };
  }
  if (pool < members.length) {
    // The window at the start of a turn may still contain requests of the previous turn.
    const turnMs = Math.max(minTurnMs, limit.perMs * 10);
    const isOwn = Math.floor(state.nowMs / turnMs) % members.length === rank;
    // A share is used until the lease lapses, so the turn ends that much earlier.
    const isFree = state.nowMs % turnMs >= limit.perMs && state.nowMs % turnMs < turnMs - replicaLeaseMs;
    return { requests: isOwn && isFree ? limit.requests : 0, perMs: limit.perMs };
  }
  const extra = rank < pool % members.length ? 1 : 0;
  return { requests: Math.floor(pool / members.length) + extra, perMs: limit.perMs };
}

/**
 * Returns the report of a counted limit. A budget without requests to report still needs the provider's state, for its
 * headroom.
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
 * Returns the requests that the database granted. A replica may hold a few granted requests and use them in a later
 * window. The reserve covers these.
 */
function countedShare({ limit, budget, granted }: Shared, taken: number | undefined): BudgetShare {
  return {
    ...limit,
    further: Math.max(0, granted - budget.taken()),
    hasHeadroom: taken === undefined || taken * 2 < limit.requests,
  };
}
