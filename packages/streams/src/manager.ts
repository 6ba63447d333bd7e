import type { ProviderStream } from '@assay/providers/define-stream';
import { createClockOffset } from './clock-offset.ts';
import { openConnection } from './connection.ts';
import { forgetTopics, type ManagerPorts, type ManagerState, type Shard } from './manager-state.ts';
import { takeEvent } from './take-event.ts';

/** The connections to one stream of a venue, and the last events of each topic. */
export type StreamManager = {
  /** Replaces the topics. Topics over the limit are left out. */
  readonly setTopics: (topics: readonly string[]) => void;
  /** Returns how far the venue's clock is ahead of ours, in milliseconds. */
  readonly leadMs: () => number;
  /** Returns how much later than the fastest recent event the last one arrived, in milliseconds. */
  readonly lagMs: () => number;
  /** Returns the number of open connections. */
  readonly openConnections: () => number;
  readonly topicCount: () => number;
  readonly close: () => void;
};

/** A topic that the venue refused is not requested again for this long. */
const rejectedForMs = 600_000;

/** Creates a manager without topics. It opens its first connection with the first topic. */
export function createStreamManager(stream: ProviderStream, ports: ManagerPorts): StreamManager {
  const state: ManagerState = {
    stream,
    ports,
    shards: [],
    shardOf: new Map(),
    topics: new Map(),
    rejectedAtMs: new Map(),
    offset: createClockOffset(),
    isServing: true,
  };
  return {
    setTopics: (topics) => setTopics(state, topics),
    leadMs: state.offset.leadMs,
    lagMs: state.offset.lagMs,
    openConnections: () => state.shards.filter(({ connection }) => connection.isOpen()).length,
    topicCount: () => state.shardOf.size,
    close: () => setTopics(state, []),
  };
}

function setTopics(state: ManagerState, given: readonly string[]): void {
  const { ports, shards, shardOf, stream } = state;
  const accepted = [...new Set(given)].filter((topic) => !isRejected(state, topic));
  const wanted = new Set(accepted.slice(0, ports.maxTopics));
  if (accepted.length > wanted.size) {
    ports.onCount('over_limit');
  }
  [...shardOf.keys()].filter((topic) => !wanted.has(topic)).forEach((topic) => removeTopic(state, topic));
  const grown = new Set<Shard>();
  for (const topic of wanted) {
    if (!shardOf.has(topic)) {
      const shard = shards.find(({ topics }) => topics.size < stream.limits.topicsPerConnection) ?? openShard(state);
      shard.topics.add(topic);
      shardOf.set(topic, shard);
      grown.add(shard);
    }
  }
  grown.forEach(({ connection, topics }) => connection.setTopics(new Set(topics)));
  for (const shard of shards.filter(({ topics }) => topics.size === 0)) {
    shard.connection.close();
    shards.splice(shards.indexOf(shard), 1);
  }
}

function isRejected({ rejectedAtMs, ports }: ManagerState, topic: string): boolean {
  const atMs = rejectedAtMs.get(topic);
  return atMs !== undefined && ports.clock.monotonic() - atMs < rejectedForMs;
}

/** Unsubscribes from a topic and forgets it. */
function removeTopic(state: ManagerState, topic: string): void {
  const shard = state.shardOf.get(topic);
  if (shard !== undefined) {
    state.shardOf.delete(topic);
    shard.topics.delete(topic);
    forgetTopics(state, [topic]);
    shard.connection.setTopics(new Set(shard.topics));
  }
}

function openShard(state: ManagerState): Shard {
  const { ports } = state;
  const topics = new Set<string>();
  const connection = openConnection(state.stream, {
    ...ports,
    onEvents: (events, receivedAtMs) => events.forEach((event) => takeEvent(state, shard, event, receivedAtMs)),
    onOpen: () => ports.onCount('connected'),
    onLost: (detail) => {
      ports.onCount('lost');
      // The next connection can lead to another server of the venue, with another clock and another state.
      state.offset.reset();
      state.isServing = true;
      shard.gapsAtMs = [];
      forgetTopics(state, topics);
      ports.onLost(detail);
    },
    onPaused: () => ports.onCount('paused'),
  });
  const shard: Shard = { connection, topics, gapsAtMs: [] };
  state.shards.push(shard);
  return shard;
}
