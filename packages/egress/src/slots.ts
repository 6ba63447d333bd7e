/** Leaves the place that was taken. To be called exactly once. */
export type Leave = () => void;

/** Places that at most so many may hold at once, in total and for one host, with a bounded queue before each. */
export type Slots = {
  /**
   * Takes a place of a host and one of all, waiting in turn where there is none. Undefined when a queue is full or the
   * wait too long; then nothing is held.
   */
  readonly take: (host: string) => Promise<Leave | undefined>;
};

type Gate = {
  readonly enter: () => Promise<Leave | undefined>;
  readonly isIdle: () => boolean;
};

/** How many may be inside and how many may wait, and for how long, in milliseconds. */
export type GateLimits = { readonly inside: number; readonly waiting: number; readonly waitMs: number };

/**
 * Builds the places. A waiter holds its host's place before it queues for one of all, so that one slow host fills its own
 * queue and no other's.
 */
export function createSlots(total: GateLimits, perHost: GateLimits): Slots {
  const all = createGate(total);
  const hosts = new Map<string, Gate>();
  return {
    take: async (host) => {
      const gate = hosts.get(host) ?? createGate(perHost);
      hosts.set(host, gate);
      const leaveHost = await gate.enter();
      const leaveAll = leaveHost === undefined ? undefined : await all.enter();
      const leave = (): void => {
        leaveAll?.();
        leaveHost?.();
        if (gate.isIdle()) {
          hosts.delete(host);
        }
      };
      if (leaveAll === undefined) {
        leave();
        return undefined;
      }
      return leave;
    },
  };
}

/** One gate with its queue, first come first served. */
export function createGate(limits: GateLimits): Gate {
  let inside = 0;
  const queue = new Set<() => void>();
  const leave: Leave = () => {
    const [next] = queue;
    if (next === undefined) {
      inside -= 1;
    } else {
      queue.delete(next);
      next();
    }
  };
  return {
    isIdle: () => inside === 0,
    enter: async () => {
      if (inside < limits.inside) {
        inside += 1;
        return leave;
      }
      if (queue.size >= limits.waiting) {
        return undefined;
      }
      return new Promise((resolve) => {
        const admit = (): void => {
          clearTimeout(timer);
          resolve(leave);
        };
        const timer = setTimeout(() => {
          queue.delete(admit);
          resolve(undefined);
        }, limits.waitMs);
        queue.add(admit);
      });
    },
  };
}
