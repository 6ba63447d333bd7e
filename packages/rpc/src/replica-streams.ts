import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Fault } from '@assay/faults/faults';
import { openMuxStream, type MuxStream } from './mux-client.ts';

/** The streams to all replicas of one service. */
export type ReplicaStreams = {
  /**
   * Returns the ready replica with the fewest calls in flight, and a leaving one only when no other is ready. Undefined
   * when none is ready.
   */
  readonly pick: () => MuxStream | undefined;
  /**
   * Waits for a ready replica. Rejects with UNAVAILABLE at the deadline, and with OVERLOADED when too many calls wait.
   */
  readonly next: (deadlineAtMs: number) => Promise<MuxStream>;
  readonly ready: (deadlineAtMs: number) => Promise<void>;
  readonly close: () => void;
};

const resolveEveryMs = 5_000;
const maxInFlightPerReplica = 1_024;
const maxWaiting = 1_024;
/** A full replica does not announce that it has room again, so waiting calls check at this interval. */
const recheckMs = 50;

type Waiter = { readonly wake: () => void };

type Pool = { readonly streams: Map<string, MuxStream>; readonly waiting: Set<Waiter> };

/** Opens one stream to every address of a target, and follows the changes of its DNS name. */
export function openReplicaStreams(target: string): ReplicaStreams {
  const pool: Pool = { streams: new Map(), waiting: new Set() };
  let closed = false;
  const refresh = async (): Promise<void> => {
    const addresses = await resolveAddresses(target);
    if (!closed && addresses.length > 0) {
      syncStreams(pool, addresses);
    }
  };
  const next = async (deadlineAtMs: number): Promise<MuxStream> => {
    for (;;) {
      const stream = pick(pool);
      if (stream !== undefined) {
        return stream;
      }
      if (closed || deadlineAtMs <= Date.now()) {
        throw new Fault('UNAVAILABLE');
      }
      if (pool.waiting.size >= maxWaiting) {
        throw new Fault('OVERLOADED');
      }
      await waitForWake(pool, Math.min(deadlineAtMs - Date.now(), recheckMs));
    }
  };
  void refresh();
  const timer = setInterval(() => void refresh(), resolveEveryMs);
  timer.unref();
  return {
    pick: () => pick(pool),
    next,
    ready: async (deadlineAtMs) => {
      await next(deadlineAtMs);
    },
    close: () => {
      closed = true;
      clearInterval(timer);
      for (const stream of pool.streams.values()) {
        stream.close();
      }
      pool.streams.clear();
      wakeAll(pool);
    },
  };
}

function pick(pool: Pool): MuxStream | undefined {
  let best: MuxStream | undefined;
  for (const stream of pool.streams.values()) {
    if (stream.ready() && (best === undefined || isPreferred(stream, best))) {
      best = stream;
    }
  }
  return best;
}

function isPreferred(a: MuxStream, b: MuxStream): boolean {
  return a.leaving() === b.leaving() ? a.inFlight() < b.inFlight() : b.leaving();
}

function syncStreams(pool: Pool, addresses: readonly string[]): void {
  const wanted = new Set(addresses);
  for (const [address, stream] of pool.streams) {
    if (!wanted.has(address)) {
      pool.streams.delete(address);
      stream.close();
    }
  }
  for (const address of wanted) {
    if (!pool.streams.has(address)) {
      const onReadyChange = (): void => wakeAll(pool);
      pool.streams.set(address, openMuxStream(address, { maxInFlight: maxInFlightPerReplica, onReadyChange }));
    }
  }
}

function wakeAll(pool: Pool): void {
  for (const waiter of pool.waiting) {
    waiter.wake();
  }
}

function waitForWake(pool: Pool, maxWaitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const waiter: Waiter = {
      wake: () => {
        clearTimeout(timer);
        pool.waiting.delete(waiter);
        resolve();
      },
    };
    const timer = setTimeout(waiter.wake, maxWaitMs);
    pool.waiting.add(waiter);
  });
}

/** Resolves a comma-separated target to `address:port` pairs. A name that does not resolve contributes none. */
async function resolveAddresses(target: string): Promise<string[]> {
  const found = await Promise.all(
    target.split(',').map(async (part) => {
      const separator = part.lastIndexOf(':');
      const host = part.slice(0, separator);
      const port = part.slice(separator + 1);
      if (isIP(host) !== 0) {
        return [part];
      }
      try {
        const addresses = await lookup(host, { all: true, family: 4 });
        return addresses.map(({ address }) => `${address}:${port}`);
      } catch {
        // The name server may be unavailable for a moment. The open streams stay, and the next round asks again.
        return [];
      }
    }),
  );
  return found.flat();
}
