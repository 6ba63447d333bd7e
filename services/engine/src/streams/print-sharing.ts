import type { PrintsSeen__Output } from '@assay/rpc/gen/assay/events/v1/PrintsSeen';
import { subjects } from '@assay/rpc/subjects';
import type { Clock } from '@assay/runtime/clock';
import type { Nats } from '@assay/messaging/nats';
import type { Subscribe } from '@assay/messaging/subscribe';
import { LRUCache } from 'lru-cache';
import { createPrintRecord } from './print-record.ts';
import type { PrintOfStream, SharedPrints } from './print-listener.ts';

/**
 * Sends this replica's trades to the leader of the measurement, and receives the trades of other replicas, over core
 * NATS.
 */
export type PrintSharing = {
  /**
   * Adds a trade to the next message, if a leader wants its topic. If the queue is full, drops the whole queue and
   * counts its trades as lost.
   */
  readonly offer: (print: PrintOfStream) => void;
  /** Records that a leader wants the trades of some topics of a stream. The request expires after a minute. */
  readonly onWanted: (stream: string, topics: readonly string[]) => void;
  /** Subscribes once NATS is connected, and sends the waiting trades. Call it several times a second. */
  readonly tick: () => void;
};

/** Maximum number of trades that wait for NATS. This is enough for a minute with a hundred trades a second. */
const maxQueued = 6_000;
/** Maximum number of trades per message: about 60 KB, far below the limit of the server. */
const maxPerMessage = 512;
const flushAfterMs = 50;
/** Milliseconds after which a leader's request for trades expires. A leader repeats it at least twice in this time. */
const wantedForMs = 60_000;
/** Maximum number of topics that leaders can request. They request fewer: 36 keys at a dozen venues. */
const maxTopics = 1_024;

/** The dependencies of the print sharing. */
export type PrintSharingPorts = {
  /** UUID of this replica. */
  readonly sender: string;
  readonly nats: () => Pick<Nats, 'connection' | 'connected'> | undefined;
  readonly subscribe: Subscribe;
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Receives the trades of another replica. */
  readonly onPrints: (sharedPrints: SharedPrints) => void;
  /** Counts trades that were lost before they were sent. */
  readonly onDropped: (count: number) => void;
  readonly onFailure: (error: unknown) => void;
};

/**
 * Creates the print sharing of one replica. Core NATS does not guarantee delivery, so messages have sequence numbers. A
 * gap in the numbers shows that a message was lost.
 */
export function createPrintSharing(ports: PrintSharingPorts): PrintSharing {
  const { clock, sender } = ports;
  const wantedAtMs = new LRUCache<string, number>({ max: maxTopics });
  const record = createPrintRecord(maxTopics);
  let subscribedOn: Nats['connection'] | undefined;
  let queue: PrintOfStream[] = [];
  let sequence = 0;
  let sending: (() => void) | undefined;
  const connection = (): Nats['connection'] | undefined => {
    const nats = ports.nats();
    if (nats === undefined || !nats.connected()) {
      return undefined;
    }
    if (subscribedOn !== nats.connection) {
      subscribedOn = nats.connection;
      ports.subscribe(nats.connection, subjects.printsSeen, (message) => {
        if (message.sender !== sender) {
          ports.onPrints(sharedPrints(message));
        }
      });
    }
    return nats.connection;
  };
  /** Drops the waiting trades and skips a sequence number, so that the leader notices the loss. */
  const drop = (): void => {
    ports.onDropped(queue.length);
    queue = [];
    sequence += 1;
  };
  const flush = (): void => {
    sending?.();
    sending = undefined;
    try {
      const open = connection();
      while (open !== undefined && queue.length > 0) {
        const prints = queue.slice(0, maxPerMessage);
        const { subject, encode } = subjects.printsSeen;
        open.publish(subject, encode({ sender, sequence: String(sequence), prints: prints.map(encoded) }));
        sequence += 1;
        queue = queue.slice(maxPerMessage);
      }
    } catch (error) {
      drop();
      ports.onFailure(error);
    }
  };
  return {
    offer: ({ stream, print }) => {
      const name = `${stream} ${print.topic}`;
      const wanted = wantedAtMs.get(name);
      if (wanted === undefined || clock.monotonic() - wanted > wantedForMs) {
        record.lose(name);
        return;
      }
      queue.push({ stream, print: { ...print, completeSinceMs: record.completeSinceMs(name, print) } });
      if (queue.length > maxQueued) {
        drop();
      }
      sending ??= clock.after(flushAfterMs, flush);
    },
    onWanted: (stream, topics) =>
      topics.slice(0, maxTopics).forEach((topic) => wantedAtMs.set(`${stream} ${topic}`, clock.monotonic())),
    tick: flush,
  };
}

function encoded({ stream, print }: PrintOfStream) {
  return {
    stream,
    topic: print.topic,
    price: print.price,
    size: print.size,
    at_ms: String(Math.round(print.atMs)),
    id: print.id,
    received_at_ms: String(Math.round(print.receivedAtMs)),
    complete_since_ms: String(Math.round(print.completeSinceMs)),
  };
}

function sharedPrints({ sender, sequence, prints }: PrintsSeen__Output): SharedPrints {
  return {
    sender,
    sequence: Number(sequence),
    prints: prints.map(({ stream, topic, price, size, at_ms, id, received_at_ms, complete_since_ms }) => ({
      stream,
      print: {
        topic,
        price,
        size,
        atMs: Number(at_ms),
        id,
        receivedAtMs: Number(received_at_ms),
        completeSinceMs: Number(complete_since_ms),
      },
    })),
  };
}
