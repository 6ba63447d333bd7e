import type { ProviderStream } from '@assay/providers/define-stream';
import type { LRUCache } from 'lru-cache';
import type { ClockOffset } from './clock-offset.ts';
import type { Connection, ConnectionPorts } from './connection.ts';
import type { StreamedPrint } from './print.ts';
import type { Placement, TopicState } from './topic-state.ts';

/** The kinds of events that a manager counts for the metrics of its stream. */
export type StreamCount =
  | Exclude<Placement, 'next'>
  | 'update'
  | 'malformed'
  | 'rejected'
  | 'connected'
  | 'lost'
  | 'paused'
  | 'over_limit';

/** The settings, tools and callbacks of a manager. */
export type ManagerPorts = Omit<ConnectionPorts, 'onEvents' | 'onOpen' | 'onLost' | 'onPaused'> & {
  /** Maximum number of topics over all connections of the stream. It bounds the memory. */
  readonly maxTopics: number;
  /**
   * Called for each topic whose state changed. The state is undefined when the topic's events must no longer be used.
   * The callback must not throw.
   */
  readonly onTopic: (topic: string, state: TopicState | undefined) => void;
  /** Called once for each trade that has a size. It must not throw. */
  readonly onPrint: (print: StreamedPrint) => void;
  readonly onCount: (count: StreamCount) => void;
  /** Called with the cause of a lost connection, for the log. The text contains no host name. */
  readonly onLost: (detail: string) => void;
};

/** One connection, and the topics that are subscribed on it. */
export type Shard = {
  readonly connection: Connection;
  readonly topics: Set<string>;
  /** The times of recently missed events, on the monotonic clock in milliseconds. */
  gapsAtMs: readonly number[];
};

/** The state of a manager. */
export type ManagerState = {
  readonly stream: ProviderStream;
  readonly ports: ManagerPorts;
  readonly shards: Shard[];
  readonly shardOf: Map<string, Shard>;
  readonly topics: Map<string, TopicState>;
  /**
   * For each topic, the time since which the manager has passed every trade on as a print. Absent before the first
   * trade, and after trades may have been lost.
   */
  readonly completeSinceMs: Map<string, number>;
  /** For each refused topic, the time at which the venue refused it, on the monotonic clock in milliseconds. */
  readonly rejectedAtMs: LRUCache<string, number>;
  readonly offset: ClockOffset;
  /** Whether the venue's prices are usable, as the venue last stated. */
  isServing: boolean;
};

/** Forgets the events of topics, and reports it to `onTopic`. */
export function forgetTopics({ topics, completeSinceMs, ports }: ManagerState, forgotten: Iterable<string>): void {
  for (const topic of forgotten) {
    completeSinceMs.delete(topic);
    if (topics.delete(topic)) {
      ports.onTopic(topic, undefined);
    }
  }
}
