import { subjects } from '@assay/rpc/subjects';
import type { Clock } from '@assay/runtime/clock';
import type { Nats } from '@assay/messaging/nats';
import type { Subscribe } from '@assay/messaging/subscribe';
import type { Demand } from '@assay/streams/demand';
import type { LatestUpdates } from '@assay/streams/latest-updates';
import type { TopicState } from '@assay/streams/topic-state';
import { applyUpdateMessage, updateMessage } from '@assay/streams/update-messages';
import type { PrintTopicsByStream } from './print-listener.ts';

/** Shares stream updates between the replicas of the engine, and the topics that each replica needs, over core NATS. */
export type StreamSharing = {
  /**
   * Adds the state of a topic to the next batch. In the batch, a newer state of a topic replaces an older one, so the
   * batch stays small.
   */
  readonly offer: (stream: string, topic: string, state: TopicState | undefined) => void;
  /**
   * Sends the batches now. Otherwise a batch is sent 50 ms after its first state was added. Batches are dropped while
   * there is no other replica or NATS is unavailable. Nothing is lost, because newer states follow.
   */
  readonly flush: () => void;
  /** Subscribes once NATS is connected. Call it several times a second. */
  readonly tick: () => void;
  /**
   * Announces to the other replicas which topics callers recently asked about here, and which trades this replica
   * wants.
   */
  readonly announce: () => void;
};

const flushAfterMs = 50;

/** The dependencies of the stream sharing. */
export type StreamSharingPorts = {
  /** UUID of this replica. */
  readonly holder: string;
  readonly nats: () => Pick<Nats, 'connection' | 'connected'> | undefined;
  readonly subscribe: Subscribe;
  readonly latest: LatestUpdates;
  readonly demand: Demand;
  readonly leadMs: (stream: string) => number;
  /** Returns the topics whose trades this replica wants now. */
  readonly printTopics: () => PrintTopicsByStream;
  /** Receives the topics whose trades another replica wants. */
  readonly onPrintsWanted: (stream: string, topics: readonly string[]) => void;
  /** Returns whether no other replica is present, so that nobody needs the updates. */
  readonly isAlone: () => boolean;
  readonly after: Clock['after'];
  /** Receives the error when a batch could not be sent. The batch is not sent again, because newer ones follow. */
  readonly onFailure: (error: unknown) => void;
};

/** Creates the stream sharing of one replica. */
export function createStreamSharing(ports: StreamSharingPorts): StreamSharing {
  const { holder, latest, demand } = ports;
  const changed = new Map<string, Map<string, TopicState | undefined>>();
  let subscribedOn: Nats['connection'] | undefined;
  const connection = (): Nats['connection'] | undefined => {
    const nats = ports.nats();
    if (nats === undefined || !nats.connected()) {
      return undefined;
    }
    if (subscribedOn !== nats.connection) {
      subscribedOn = nats.connection;
      ports.subscribe(nats.connection, subjects.streamUpdated, (message) => {
        if (message.holder !== holder) {
          applyUpdateMessage(message, latest);
        }
      });
      ports.subscribe(nats.connection, subjects.streamWanted, ({ streams }) =>
        streams.forEach(({ stream, topics, print_topics: printTopics }) => {
          demand.announce(stream, topics);
          ports.onPrintsWanted(stream, printTopics);
        }),
      );
    }
    return nats.connection;
  };
  let sending: (() => void) | undefined;
  const flush = (): void => {
    sending?.();
    sending = undefined;
    try {
      sendBatches(ports.isAlone() ? undefined : connection(), changed, ports);
    } catch (error) {
      ports.onFailure(error);
    }
  };
  return {
    offer: (stream, topic, state) => {
      if (ports.isAlone()) {
        return;
      }
      sending ??= ports.after(flushAfterMs, flush);
      const topics = changed.get(stream) ?? new Map<string, TopicState | undefined>();
      changed.set(stream, topics.set(topic, state));
    },
    flush,
    tick: () => void connection(),
    announce: () => {
      const open = connection();
      const printTopics = ports.printTopics();
      const streams = [...demand.asked()].map(([stream, topics]) => ({
        stream,
        topics: [...topics],
        print_topics: [...(printTopics.get(stream) ?? [])],
      }));
      if (open !== undefined && streams.length > 0) {
        open.publish(subjects.streamWanted.subject, subjects.streamWanted.encode({ streams }));
      }
    },
  };
}

/** Sends one batch for each stream whose topics changed, and empties the batches. */
function sendBatches(
  open: Nats['connection'] | undefined,
  changed: ReadonlyMap<string, Map<string, TopicState | undefined>>,
  { holder, leadMs }: { readonly holder: string; readonly leadMs: (stream: string) => number },
): void {
  const { subject, encode } = subjects.streamUpdated;
  for (const [stream, topics] of changed) {
    if (open !== undefined && topics.size > 0) {
      open.publish(subject, encode(updateMessage(stream, holder, leadMs(stream), topics)));
    }
    topics.clear();
  }
}
