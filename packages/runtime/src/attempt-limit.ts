import { networkOf } from './remote-network.ts';

/** Counts attempts by the network that they come from. */
export type AttemptLimit = {
  /** Takes one attempt of a remote address. Returns 0, or the milliseconds until the next one when none is left. */
  readonly take: (address: string) => number;
  /** Gives back an attempt that was right. */
  readonly giveBack: (address: string) => void;
};

/** Memory is bounded by this number of networks with fewer attempts than at first. Networks beyond it share one count. */
const maxNetworks = 10_000;
const overflow = 'others';

/**
 * Creates a limit in memory.
 * @param options.burst attempts that a network has at first.
 * @param options.everyMs time after which one attempt comes back.
 */
export function createAttemptLimit(
  options: { readonly burst: number; readonly everyMs: number },
  monotonic: () => number = () => performance.now(),
): AttemptLimit {
  const { burst, everyMs } = options;
  /** The time at which a network has all its attempts back. */
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
