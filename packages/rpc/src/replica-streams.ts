import type { ChannelCredentials } from '@grpc/grpc-js';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Fault } from '@assay/faults/faults';
import { openMuxStream, type MuxStream } from './mux-client.ts';
import { createOutlierEjection, type OutlierEjection } from './outlier-ejection.ts';
import { hostOf, serverNameOf } from './server-names.ts';

/** The streams to all replicas of one service. */
export type ReplicaStreams = {
  /**
   * Returns the ready replica with the fewest calls in flight. It returns a replica that is shutting down or failing
   * only when no other is ready. Undefined when none is ready.
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
/**
 * Interval at which waiting calls look for a ready replica again, in milliseconds. A full replica does not announce
 * when it can take calls again.
 */
const recheckMs = 50;

type Waiter = { readonly wake: () => void };

type Pool = {
  readonly streams: Map<string, MuxStream>;
  readonly waiting: Set<Waiter>;
  readonly ejection: OutlierEjection;
  readonly credentials: ChannelCredentials;
};

/**
 * Opens one stream to every address of a target. When its DNS names get other addresses, opens and closes streams
 * accordingly.
 */
export function openReplicaStreams(target: string, credentials: ChannelCredentials): ReplicaStreams {
  const pool: Pool = { streams: new Map(), waiting: new Set(), ejection: createOutlierEjection(), credentials };
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
      if (closed || deadlineAtMs <= performance.now()) {
        throw new Fault('UNAVAILABLE');
      }
      if (pool.waiting.size >= maxWaiting) {
        throw new Fault('OVERLOADED');
      }
      await waitForWake(pool, Math.min(deadlineAtMs - performance.now(), recheckMs));
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

type Candidate = { readonly stream: MuxStream; readonly isAvoided: boolean };

function pick(pool: Pool): MuxStream | undefined {
  let best: Candidate | undefined;
  for (const [address, stream] of pool.streams) {
    if (stream.ready()) {
      const candidate = { stream, isAvoided: stream.leaving() || pool.ejection.isEjected(address) };
      best = best === undefined || isPreferred(candidate, best) ? candidate : best;
    }
  }
  return best?.stream;
}

function isPreferred(a: Candidate, b: Candidate): boolean {
  return a.isAvoided === b.isAvoided ? a.stream.inFlight() < b.stream.inFlight() : b.isAvoided;
}

type ReplicaAddress = { readonly address: string; readonly serverName: string };

function syncStreams(pool: Pool, addresses: readonly ReplicaAddress[]): void {
  const resolvedAddresses = new Map(addresses.map((each) => [each.address, each]));
  for (const [address, stream] of pool.streams) {
    if (!resolvedAddresses.has(address)) {
      pool.streams.delete(address);
      pool.ejection.forget(address);
      stream.close();
    }
  }
  for (const [address, { serverName }] of resolvedAddresses) {
    if (!pool.streams.has(address)) {
      const stream = openMuxStream(address, {
        maxInFlight: maxInFlightPerReplica,
        onReadyChange: () => wakeAll(pool),
        onOutcome: (failed) => pool.ejection.onOutcome(address, failed),
        credentials: pool.credentials,
        serverName,
      });
      pool.streams.set(address, stream);
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
    const timer = setTimeout(waiter.wake, Math.max(0, maxWaitMs));
    pool.waiting.add(waiter);
  });
}

/** Resolves a comma-separated target to `address:port` pairs. A name that cannot be resolved gives no pair. */
async function resolveAddresses(target: string): Promise<ReplicaAddress[]> {
  const resolved = await Promise.all(
    target.split(',').map(async (part) => {
      const host = hostOf(part);
      const port = part.slice(part.lastIndexOf(':') + 1);
      if (isIP(host) !== 0) {
        return [{ address: part, serverName: serverNameOf(host) }];
      }
      try {
        const addresses = await lookup(host, { all: true });
        return addresses.map(({ address, family }) => ({
          address: family === 6 ? `[${address}]:${port}` : `${address}:${port}`,
          serverName: serverNameOf(host),
        }));
      } catch {
        // The name server may be briefly unavailable. Keep the open streams; the next round tries again.
        return [];
      }
    }),
  );
  return resolved.flat();
}
