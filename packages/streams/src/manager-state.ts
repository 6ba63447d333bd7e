import type { ProviderStream } from '@assay/providers/define-stream';
import type { LRUCache } from 'lru-cache';
import type { ClockOffset } from './clock-offset.ts';
import type { Connection, ConnectionPorts } from './connection.ts';
import type { StreamedPrint } from './print.ts';
import type { Placement, TopicState } from './topic-state.ts';

/** The events that a stream counts in its metrics. */
export type StreamCount =
  | Exclude<Placement, 'next'>
  | 'update'
  | 'malformed'
  | 'rejected'
  | 'connected'
  | 'lost'
  | 'paused'
  | 'over_limit';

/** The dependencies of a manager. */
export type ManagerPorts = Omit<ConnectionPorts, 'onEvents' | 'onOpen' | 'onLost' | 'onPaused'> & {
  /** Maximum number of topics over all connections, which bounds the memory. */
  readonly maxTopics: number;
  /**
   * Receives each topic whose state changed; the state is undefined when the topic's events must no longer be used. Must not
   * throw.
   */
  readonly onTopic: (topic: string, state: TopicState | undefined) => void;
  /** Receives each trade that has a size, once. Must not throw. */
  readonly onPrint: (print: StreamedPrint) => void;
  readonly onCount: (count: StreamCount) => void;
  /** Receives the cause of a lost connection, for the log. The text contains no host. */
  readonly onLost: (detail: string) => void;
};

/** One connection and its topics. */
export type Shard = {
  readonly connection: Connection;
  readonly topics: Set<string>;
  /** The times at which events were recently missed, on the monotonic clock. */
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
   * For each topic, the time since which every trade was passed on as a print. Absent before the first trade, and after a
   * loss.
   */
  readonly completeSinceMs: Map<string, number>;
  /** For each refused topic, the time of the refusal on the monotonic clock. */
  readonly rejectedAtMs: LRUCache<string, number>;
  readonly offset: ClockOffset;
  /** Whether the venue says that its prices are usable. */
  isServing: boolean;
};

/** Forgets the events of topics, and reports that to the listener. */
export function forgetTopics({ topics, completeSinceMs, ports }: ManagerState, forgotten: Iterable<string>): void {
  for (const topic of forgotten) {
    completeSinceMs.delete(topic);
    if (topics.delete(topic)) {
      ports.onTopic(topic, undefined);
    }
  }
}
