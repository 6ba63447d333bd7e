import { networkOf } from './remote-network.ts';

/** Limits attempts, such as logins, for each network that sends them. */
export type AttemptLimit = {
  /**
   * Counts one attempt from a remote address. Returns 0 when the attempt is allowed. Otherwise returns the milliseconds
   * until the next attempt is allowed.
   */
  readonly take: (address: string) => number;
  /** Gives the network of an address one attempt back, because the attempt succeeded. */
  readonly giveBack: (address: string) => void;
};

/**
 * Maximum number of networks whose used attempts are stored. It bounds the memory. When it is reached, all further
 * networks share one count.
 */
const maxNetworks = 10_000;
const overflow = 'others';

/**
 * Creates a limit in memory.
 * @param options.burst number of attempts that a network may make at once.
 * @param options.everyMs time in milliseconds after which a network regains one attempt.
 */
export function createAttemptLimit(
  options: { readonly burst: number; readonly everyMs: number },
  monotonic: () => number = () => performance.now(),
): AttemptLimit {
  const { burst, everyMs } = options;
  /** For each network, the time at which it will have regained all its attempts. */
  const freeAtMs = new Map<string, number>();
  const keyOf = (address: string): string => {
    const network = networkOf(address);
    if (freeAtMs.has(network) || freeAtMs.size < maxNetworks) {
      return network;
    }
    const nowMs = monotonic();
    for (const [known, freeMs] of freeAtMs) {
      if (freeMs <= nowMs) {
        freeAtMs.delete(known);
      }
    }
    return freeAtMs.size < maxNetworks ? network : overflow;
  };
  return {
    take: (address) => {
      const key = keyOf(address);
      const nowMs = monotonic();
      const freeMs = Math.max(freeAtMs.get(key) ?? 0, nowMs);
      const waitMs = freeMs - nowMs - (burst - 1) * everyMs;
      if (waitMs > 0) {
        return waitMs;
      }
      freeAtMs.set(key, freeMs + everyMs);
      return 0;
    },
    giveBack: (address) => {
      const key = keyOf(address);
      const freeMs = freeAtMs.get(key);
      if (freeMs !== undefined) {
        freeAtMs.set(key, freeMs - everyMs);
      }
    },
  };
}
