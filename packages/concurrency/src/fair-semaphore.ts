import { createBucketLookup, hasFreePermit, nextWaiter, waiterToRefuse, type Tenant, type Waiter } from './waiters.ts';

/** Gives a permit back. The holder calls it exactly once. */
export type Release = () => void;

/** A limit on concurrent requests that have a key in common, such as the same account. */
export type SemaphoreLimit<Request> = {
  /** Returns the key of a request. A constant key limits all requests together. */
  readonly keyOf: (request: Request) => string;
  /** Maximum number of permits in use under one key. */
  readonly permits: number;
  /** Maximum number of requests that wait under one key. */
  readonly queue: number;
};

/** The limits of a fair semaphore and the order in which it serves its waiters. */
export type FairSemaphoreOptions<Request> = {
  /**
   * The limits. A request needs a permit of every limit at once. While it waits, it counts in the queue of every limit.
   */
  readonly limits: readonly SemaphoreLimit<Request>[];
  /** Maximum time that a request waits, in milliseconds. */
  readonly maxWaitMs: number;
  /**
   * Returns the tenant of a request. The semaphore serves waiting tenants in turn, however many requests each of them
   * has.
   */
  readonly tenantOf: (request: Request) => string;
  /**
   * Returns the rank of a request among the requests of its tenant. The lowest rank is served first; equal ranks are
   * served in the order of arrival.
   */
  readonly rankOf?: (request: Request) => number;
};

/** A semaphore with several limits at once, a bounded queue for each, and fairness between tenants. */
export type FairSemaphore<Request> = {
  /**
   * Resolves once every limit has a free permit, to the function that gives the permits back. Resolves to undefined
   * when the request waited too long or when a queue is full. When a queue is full, the semaphore refuses the last
   * waiter of the tenant that has the most waiters in that queue. This may be the caller's own request.
   */
  readonly acquire: (request: Request) => Promise<Release | undefined>;
};

/**
 * Creates a fair semaphore. A request takes the permits of all its limits at once, so it holds none while it waits. For
 * example, requests that wait for a busy host do not use up the permits of their accounts. The order of tenants follows
 * virtual time, as in fair queueing: the semaphore serves the tenant that it served least recently.
 */
export function createFairSemaphore<Request>(options: FairSemaphoreOptions<Request>): FairSemaphore<Request> {
  const bucketsOf = createBucketLookup(options.limits);
  const tenants = new Map<string, Tenant>();
  const waiting = new Set<Waiter>();
  /**
   * A counter that increases with every arrival and every grant. Arrival numbers and virtual times are values of it.
   */
  let sequence = 0;

  const join = (id: string): Tenant => {
    // A new tenant's turn comes after one turn of every tenant that waits now.
    const tenant = tenants.get(id) ?? { id, requests: 0, virtualTime: (sequence += 1) };
    tenants.set(id, tenant);
    tenant.requests += 1;
    return tenant;
  };
  const forget = ({ buckets, tenant }: Waiter): void => {
    tenant.requests -= 1;
    if (tenant.requests === 0) {
      tenants.delete(tenant.id);
    }
    buckets.forEach(({ removeIfIdle }) => removeIfIdle());
  };
  const stopWaiting = (waiter: Waiter): void => {
    waiting.delete(waiter);
    waiter.buckets.forEach(({ waiters }) => waiters.delete(waiter));
  };
  const grant = (waiter: Waiter): Release => {
    waiter.buckets.forEach((bucket) => (bucket.permitsInUse += 1));
    waiter.tenant.virtualTime = sequence += 1;
    return () => {
      waiter.buckets.forEach((bucket) => (bucket.permitsInUse -= 1));
      for (let next = nextWaiter(waiting); next !== undefined; next = nextWaiter(waiting)) {
        stopWaiting(next);
        next.onDecision(grant(next));
      }
      forget(waiter);
    };
  };
  const refuse = (waiter: Waiter): void => {
    stopWaiting(waiter);
    forget(waiter);
    waiter.onDecision(undefined);
  };
  const enqueue = (waiter: Waiter): void => {
    const fullBuckets = waiter.buckets.filter(({ waiters, limit }) => waiters.size >= limit.queue);
    const refused = new Set(fullBuckets.flatMap(({ waiters }) => waiterToRefuse([...waiters, waiter])));
    // Add the waiter before refusing others, because a bucket whose last waiter leaves is removed.
    waiting.add(waiter);
    waiter.buckets.forEach(({ waiters }) => waiters.add(waiter));
    (refused.has(waiter) ? [waiter] : [...refused]).forEach(refuse);
  };

  return {
    acquire: (request) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const waiter: Waiter = {
          buckets: bucketsOf(request),
          tenant: join(options.tenantOf(request)),
          rank: options.rankOf?.(request) ?? 0,
          arrival: (sequence += 1),
          onDecision: (release) => {
            clearTimeout(timer);
            resolve(release);
          },
        };
        if (waiter.buckets.every(hasFreePermit)) {
          waiter.onDecision(grant(waiter));
        } else {
          timer = setTimeout(() => refuse(waiter), options.maxWaitMs);
          enqueue(waiter);
        }
      }),
  };
}
