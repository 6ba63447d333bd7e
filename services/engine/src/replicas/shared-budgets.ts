import type { Budget, BudgetShare, RequestLimit } from '@assay/concurrency/request-budget';
import type { ReplicaState, UsageReport } from './store.ts';

/** The budgets of this replica, whose limits it shares with the other replicas. */
export type SharedBudgets = {
  /** Shares a limit. Until the next state, the budget has a tenth of it. */
  readonly add: (provider: string, limit: RequestLimit, budget: Budget) => void;
  /** Returns the requests of limits with a long window that this replica sent without a grant, or wants. */
  readonly report: () => readonly UsageReport[];
  /** Takes the state that followed a report, and sets the shares of this replica. */
  readonly onState: (state: ReplicaState, reported: readonly UsageReport[]) => void;
  /** Falls back to a tenth of each limit once the lease of this replica could have lapsed. Call it often. */
  readonly tick: () => void;
};

/** Duration of a replica's lease. It outlives two reports that failed. */
export const replicaLeaseMs = 3_500;
/** A limit with a longer window is counted in the database. Shorter ones are divided among the replicas. */
const maxDividedMs = 60_000;
const partsPerWindow = 100;
/** A replica has at most this part of a counted limit in hand. */
const inHandPart = 100;
const minTurnMs = 10_000;
/** A part of each limit that no share contains. Replicas use it that have no share yet, or cannot reach the database. */
const reservePart = 10;

type Shared = {
  readonly limit: RequestLimit;
  readonly budget: Budget;
  /** Requests that the database granted since the start. Later requests are ungranted. */
  granted: number;
};

/**
 * Creates the shared budgets of a replica. Limits with a short window are divided evenly among the replicas. Where a limit
 * has fewer requests than there are replicas, they use it in turns. Limits with a long window are counted in the database,
 * so that no restart forgets them.
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
        // A replica that finds nobody whose requests could still count shares with nobody.
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

/** Returns a tenth of a limit: as fewer requests, or as a longer window for a limit of less than ten. */
function tenthOf(limit: RequestLimit): BudgetShare {
  const reserve = reserveOf(limit);
  return reserve > 0
    ? { requests: reserve, perMs: limit.perMs }
    : { requests: 1, perMs: (limit.perMs * reservePart) / limit.requests };
}

/** Returns the replicas whose requests can lie in a window that ends now: present ones, and those that left within it. */
function membersOf({ replicas }: ReplicaState, perMs: number): readonly string[] {
  return replicas
    .filter(({ lapsedForMs }) => lapsedForMs < perMs)
    .map(({ replica }) => replica)
    .toSorted();
}

/** Returns the even share of a replica. A replica without a settled share has its part of the reserve. */
function dividedShare(limit: RequestLimit, state: ReplicaState, replica: string, settled: boolean): BudgetShare {
  const members = membersOf(state, limit.perMs);
  const rank = members.indexOf(replica);
  const pool = limit.requests - reserveOf(limit);
  if (!settled) {
    const requests = Math.floor(reserveOf(limit) / members.length);
    // A replica needs one request to learn whether the provider serves. A small limit has no reserve for it.
    return requests > 0 ? { requests, perMs: limit.perMs } : { requests: 1, perMs: maxDividedMs };
  }
  if (pool < members.length) {
    // The window at the start of a turn belongs to the requests of the turn before.
    const turnMs = Math.max(minTurnMs, limit.perMs * 10);
    const isOwn = Math.floor(state.nowMs / turnMs) % members.length === rank;
    // A share lasts until the lease lapses, so the turn ends before that.
    const isFree = state.nowMs % turnMs >= limit.perMs && state.nowMs % turnMs < turnMs - replicaLeaseMs;
    return { requests: isOwn && isFree ? limit.requests : 0, perMs: limit.perMs };
  }
  const extra = rank < pool % members.length ? 1 : 0;
  return { requests: Math.floor(pool / members.length) + extra, perMs: limit.perMs };
}

/** Returns the report of a counted limit. Without requests to report the budget still needs its state for the headroom. */
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
 * Returns the requests that the database granted. Replicas keep a few in hand and can use them in a later window; the
 * reserve covers these.
 */
function countedShare({ limit, budget, granted }: Shared, taken: number | undefined): BudgetShare {
  return {
    ...limit,
    further: Math.max(0, granted - budget.taken()),
    hasHeadroom: taken === undefined || taken * 2 < limit.requests,
  };
}
