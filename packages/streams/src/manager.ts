import type { ProviderStream } from '@assay/providers/define-stream';
import { LRUCache } from 'lru-cache';
import { createClockOffset } from './clock-offset.ts';
import { openConnection } from './connection.ts';
import { forgetTopics, type ManagerPorts, type ManagerState, type Shard } from './manager-state.ts';
import { takeEvent } from './take-event.ts';

/** The connections to one stream of a venue, and the last events of each topic. */
export type StreamManager = {
  /**
   * Replaces the set of topics. When there are more than the limit allows, subscribed topics stay and the manager
   * ignores new ones.
   */
  readonly setTopics: (topics: readonly string[]) => void;
  /** Returns how far the venue's clock is ahead of ours, in milliseconds. */
  readonly leadMs: () => number;
  /** Returns how much longer the last event took to arrive than the fastest recent one, in milliseconds. */
  readonly lagMs: () => number;
  /** Returns the number of open connections. */
  readonly openConnections: () => number;
  readonly topicCount: () => number;
  readonly close: () => void;
};

/** Time for which the manager does not request a refused topic again, in milliseconds. */
const rejectedForMs = 600_000;
/** Maximum number of refused topics that the manager stores. */
const maxRejected = 1_000;

/** Creates a manager without topics. It opens its first connection when it gets its first topic. */
export function createStreamManager(stream: ProviderStream, ports: ManagerPorts): StreamManager {
  const state: ManagerState = {
    stream,
    ports,
    shards: [],
    shardOf: new Map(),
    topics: new Map(),
    completeSinceMs: new Map(),
    rejectedAtMs: new LRUCache({ max: maxRejected }),
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

function setTopics(state: ManagerState, topics: readonly string[]): void {
  const { ports, shards, shardOf, stream } = state;
  const accepted = [...new Set(topics)].filter((topic) => !isRejected(state, topic));
  const acceptedTopics = new Set(withinLimit(state, accepted));
  if (accepted.length > acceptedTopics.size) {
    ports.onCount('over_limit');
  }
  const changed = new Set(
    removeTopics(
      state,
      [...shardOf.keys()].filter((topic) => !acceptedTopics.has(topic)),
    ),
  );
  for (const topic of acceptedTopics) {
    if (!shardOf.has(topic)) {
      const shard = shards.find(({ topics }) => topics.size < stream.limits.topicsPerConnection) ?? openShard(state);
      shard.topics.add(topic);
      shardOf.set(topic, shard);
      changed.add(shard);
    }
  }
  for (const shard of changed) {
    if (shard.topics.size > 0) {
      shard.connection.setTopics(new Set(shard.topics));
    } else {
      shard.connection.close();
      shards.splice(shards.indexOf(shard), 1);
      forgetServer(state);
    }
  }
}

/**
 * Returns the topics within the limit. Topics that are already subscribed stay, even if new topics are more in demand.
 * The order of demand changes with every question, but each change of a subscription costs a request and loses the
 * topic's last events.
 */
function withinLimit({ ports, shardOf }: ManagerState, topics: readonly string[]): readonly string[] {
  if (topics.length <= ports.maxTopics) {
    return topics;
  }
  const subscribedTopics = topics.filter((topic) => shardOf.has(topic));
  return [...subscribedTopics, ...topics.filter((topic) => !shardOf.has(topic))].slice(0, ports.maxTopics);
}

function isRejected({ rejectedAtMs, ports }: ManagerState, topic: string): boolean {
  const atMs = rejectedAtMs.get(topic);
  return atMs !== undefined && ports.clock.monotonic() - atMs < rejectedForMs;
}

/**
 * Removes topics. Returns the connections on which they were subscribed. Each of these connections then unsubscribes
 * from its removed topics in one request.
 */
function removeTopics(state: ManagerState, removed: readonly string[]): readonly Shard[] {
  return removed.flatMap((topic) => {
    const shard = state.shardOf.get(topic);
    state.shardOf.delete(topic);
    shard?.topics.delete(topic);
    forgetTopics(state, [topic]);
    return shard ?? [];
  });
}

/**
 * Forgets the offset of the venue's clock and whether its prices are usable, because the next connection may reach
 * another server of the venue.
 */
function forgetServer(state: ManagerState): void {
  state.offset.reset();
  state.isServing = true;
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
      forgetServer(state);
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
