import { LRUCache } from 'lru-cache';
import type { TopicState } from './topic-state.ts';

/** The last events of a topic that this process knows. */
export type LatestUpdate = {
  readonly state: TopicState;
  /** How far the venue's clock is ahead of ours, in milliseconds. */
  readonly leadMs: number;
  /**
   * How this process got the events. `direct`: over its own connection to the venue. `shared`: from the process that
   * has the connection.
   */
  readonly path: 'direct' | 'shared';
};

/** The last events of all topics. */
export type LatestUpdates = {
  /** Stores the events of a topic, unless the stored trade or rate is newer than theirs. */
  readonly set: (stream: string, topic: string, update: LatestUpdate) => void;
  /** Forgets a topic, because its events may no longer be the newest. */
  readonly drop: (stream: string, topic: string) => void;
  readonly find: (stream: string, topic: string) => LatestUpdate | undefined;
};

/** Creates an empty store. When it is full, it forgets the least recently used topic. */
export function createLatestUpdates(maxTopics: number): LatestUpdates {
  const updates = new LRUCache<string, LatestUpdate>({ max: maxTopics });
  const keyOf = (stream: string, topic: string): string => `${stream} ${topic}`;
  return {
    set: (stream, topic, update) => {
      const key = keyOf(stream, topic);
      const storedUpdate = updates.get(key);
      // Only the process with a stream's lease connects to the stream. When the lease passes to another process, both
      // can have a connection for a moment. So keep the events with the newer time.
      if (storedUpdate !== undefined && atMsOf(update.state) < atMsOf(storedUpdate.state)) {
        return;
      }
      updates.set(key, update);
    },
    drop: (stream, topic) => void updates.delete(keyOf(stream, topic)),
    find: (stream, topic) => updates.get(keyOf(stream, topic)),
  };
}

function atMsOf({ trade, funding }: TopicState): number {
  return trade?.atMs ?? funding?.atMs ?? 0;
}
