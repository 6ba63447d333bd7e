/** The requests that have the same key under one limit. */
export type Bucket = {
  readonly limit: { readonly permits: number; readonly queue: number };
  readonly waiters: Set<Waiter>;
  permitsInUse: number;
  /** Forgets the bucket unless a request waits in it or holds a permit. */
  readonly removeIfIdle: () => void;
};

/**
 * One of the parties between which the semaphore is fair, such as an account. The tenant with the lowest virtual time
 * is served next.
 */
export type Tenant = {
  readonly id: string;
  /** Number of the tenant's requests that wait or hold a permit. */
  requests: number;
  /**
   * The time of the last turn, in sequence numbers of the semaphore. Each time the tenant is served, it becomes the
   * current sequence number.
   */
  virtualTime: number;
};

/** A request that waits. It needs one permit of each of its buckets. */
export type Waiter = {
  readonly buckets: readonly Bucket[];
  readonly tenant: Tenant;
  /** Rank within the tenant: the lowest is served first. */
  readonly rank: number;
  /** Number of the request in the order of arrival, which decides between equal ranks. */
  readonly arrival: number;
  /** Called once: with the function that gives the permits back, or with undefined when the request is refused. */
  readonly onDecision: (release: (() => void) | undefined) => void;
};

/**
 * Creates a function that returns the buckets of a request, one for each limit. A bucket exists only while a request waits
 * in it or holds one of its permits.
 */
export function createBucketLookup<Request>(
  limits: readonly (Bucket['limit'] & { readonly keyOf: (request: Request) => string })[],
): (request: Request) => Bucket[] {
  const bucketsByLimit = limits.map((limit) => ({ limit, buckets: new Map<string, Bucket>() }));
  return (request) =>
    bucketsByLimit.map(({ limit, buckets }) => {
      const key = limit.keyOf(request);
      const bucket = buckets.get(key) ?? createBucket(limit, () => buckets.delete(key));
      buckets.set(key, bucket);
      return bucket;
    });
}

function createBucket(limit: Bucket['limit'], remove: () => void): Bucket {
  const bucket: Bucket = {
    limit,
    waiters: new Set(),
    permitsInUse: 0,
    removeIfIdle: () => {
      if (bucket.permitsInUse === 0 && bucket.waiters.size === 0) {
        remove();
      }
    },
  };
  return bucket;
}

/** Returns whether a bucket has a free permit. */
export function hasFreePermit({ permitsInUse, limit }: Bucket): boolean {
  return permitsInUse < limit.permits;
}

/**
 * Returns the waiter to serve next, or undefined. The candidates are the waiters whose buckets all have a free permit. Of
 * these the function picks the first waiter of the tenant with the lowest virtual time.
 */
export function nextWaiter(waiters: Iterable<Waiter>): Waiter | undefined {
  let next: Waiter | undefined;
  for (const waiter of waiters) {
    if (waiter.buckets.every(hasFreePermit) && (next === undefined || isServedBefore(waiter, next))) {
      next = waiter;
    }
  }
  return next;
}

function isServedBefore(a: Waiter, b: Waiter): boolean {
  return a.tenant === b.tenant ? isEarlier(a, b) : a.tenant.virtualTime < b.tenant.virtualTime;
}

function isEarlier(a: Waiter, b: Waiter): boolean {
  return a.rank === b.rank ? a.arrival < b.arrival : a.rank < b.rank;
}

/**
 * Returns the waiter that an overfull queue refuses: the last one of the tenant with the most waiters.
 * @param waiters all waiters of the queue, including the newest; at least one.
 */
export function waiterToRefuse(waiters: readonly Waiter[]): Waiter[] {
  const counts = new Map<Tenant, number>();
  for (const { tenant } of waiters) {
    counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
  }
  const maxCount = Math.max(...counts.values());
  return waiters
    .filter(({ tenant }) => counts.get(tenant) === maxCount)
    .reduce<Waiter[]>(([last], waiter) => [last === undefined || isEarlier(last, waiter) ? waiter : last], []);
}
