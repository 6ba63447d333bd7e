import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Fault } from '@assay/faults/faults';
import { openMuxStream, type MuxStream } from './mux-client.ts';

/** The streams to all replicas of one service. */
export type Replicas = {
  /** The ready replica with the fewest calls in flight; undefined when none is ready. */
  readonly pick: () => MuxStream | undefined;
  /** Waits until a replica is ready; rejects with UNAVAILABLE at the deadline, OVERLOADED when too many wait. */
  readonly next: (deadlineAtMs: number) => Promise<MuxStream>;
  readonly ready: (deadlineAtMs: number) => Promise<void>;
  readonly close: () => void;
};

const resolveEveryMs = 5_000;
const maxInFlightPerReplica = 1_024;
const maxWaiting = 1_024;

/** Keeps one stream open to every address behind a target, following changes of the name's addresses. */
export function openReplicas(target: string): Replicas {
  const streams = new Map<string, MuxStream>();
  let waiting: { readonly wake: () => void }[] = [];
  let closed = false;

  const wakeAll = (): void => {
    const woken = waiting;
    waiting = [];
    for (const waiter of woken) {
      waiter.wake();
    }
  };
  const follow = (addresses: readonly string[]): void => {
    const wanted = new Set(addresses);
    for (const [address, stream] of streams) {
      if (!wanted.has(address)) {
        streams.delete(address);
        stream.close();
      }
    }
    for (const address of wanted) {
      if (!streams.has(address)) {
        streams.set(address, openMuxStream(address, { maxInFlight: maxInFlightPerReplica, changed: wakeAll }));
      }
    }
  };
  const refresh = async (): Promise<void> => {
    const addresses = await resolveAddresses(target);
    if (!closed && addresses.length > 0) {
      follow(addresses);
    }
  };
  const pick = (): MuxStream | undefined => {
    let best: MuxStream | undefined;
    for (const stream of streams.values()) {
      if (stream.ready() && (best === undefined || stream.inFlight() < best.inFlight())) {
        best = stream;
      }
    }
    return best;
  };
  const next = async (deadlineAtMs: number): Promise<MuxStream> => {
    for (;;) {
      const stream = pick();
      if (stream !== undefined) {
        return stream;
      }
      if (deadlineAtMs <= Date.now()) {
        throw new Fault('UNAVAILABLE');
      }
      if (waiting.length >= maxWaiting) {
        throw new Fault('OVERLOADED');
      }
      await wait(Math.min(deadlineAtMs - Date.now(), 50));
    }
  };
  const wait = (atMostMs: number): Promise<void> =>
    new Promise((resolve) => {
      const waiter = {
        wake: () => {
          clearTimeout(timer);
          waiting = waiting.filter((other) => other !== waiter);
          resolve();
        },
      };
      const timer = setTimeout(waiter.wake, atMostMs);
      waiting.push(waiter);
    });

  void refresh();
  const timer = setInterval(() => void refresh(), resolveEveryMs);
  timer.unref();
  return {
    pick,
    next,
    ready: async (deadlineAtMs) => {
      await next(deadlineAtMs);
    },
    close: () => {
      closed = true;
      clearInterval(timer);
      for (const stream of streams.values()) {
        stream.close();
      }
      wakeAll();
    },
  };
}

/** The `address:port` pairs behind a comma-separated target. A name that does not resolve now keeps its last addresses. */
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
        // The name server may be away for a moment; the next round asks again and the open streams stay.
        return [];
      }
    }),
  );
  return found.flat();
}
