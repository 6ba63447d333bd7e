import type { ProviderStream } from '@assay/providers/define-stream';
import type { LRUCache } from 'lru-cache';
import type { ClockOffset } from './clock-offset.ts';
import type { Connection, ConnectionPorts } from './connection.ts';
import type { StreamedPrint } from './print.ts';
import type { Placement, TopicState } from './topic-state.ts';

/** What a stream counts. */
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
  /** Maximum number of topics over all connections. It bounds the memory. */
  readonly maxTopics: number;
  /** Takes a topic whose state changed. Undefined when it cannot be used any more. Must not throw. */
  readonly onTopic: (topic: string, state: TopicState | undefined) => void;
  /** Takes each trade with its size, once. Must not throw. */
  readonly onPrint: (print: StreamedPrint) => void;
  readonly onCount: (count: StreamCount) => void;
  /** Takes the cause of a lost connection, for the log. It names no host. */
  readonly onLost: (detail: string) => void;
};

/** One connection and its topics. */
export type Shard = {
  readonly connection: Connection;
  readonly topics: Set<string>;
  /** The times of its last missed events, by the monotonic clock. */
  gapsAtMs: readonly number[];
};

/** The state of a manager. */
export type ManagerState = {
  readonly stream: ProviderStream;
  readonly ports: ManagerPorts;
  readonly shards: Shard[];
  readonly shardOf: Map<string, Shard>;
  readonly topics: Map<string, TopicState>;
  /** Since when every trade of a topic was handed over as a print. Absent before the first one, and after a loss. */
  readonly completeSinceMs: Map<string, number>;
  /** When the venue refused a topic, by the monotonic clock. */
  readonly rejectedAtMs: LRUCache<string, number>;
  readonly offset: ClockOffset;
  /** Whether the venue says that its prices can be used. */
  isServing: boolean;
};

/** Forgets what is known of topics, and says so to the listener. */
export function forgetTopics({ topics, completeSinceMs, ports }: ManagerState, forgotten: Iterable<string>): void {
  for (const topic of forgotten) {
    completeSinceMs.delete(topic);
    if (topics.delete(topic)) {
      ports.onTopic(topic, undefined);
    }
  }
}
