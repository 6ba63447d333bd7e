import { LRUCache } from 'lru-cache';
import type { TopicState } from './topic-state.ts';

/** The last events of a topic that this process knows. */
export type LatestUpdate = {
  readonly state: TopicState;
  /** By how many milliseconds the venue's clock is ahead of ours. */
  readonly leadMs: number;
  /** `direct`: received over this process's own connection. `shared`: received from the process that has the connection. */
  readonly path: 'direct' | 'shared';
};

/** The last events of all topics. */
export type LatestUpdates = {
  /** Stores the events of a topic, unless the stored trade or rate is newer. */
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
      // Two processes can have the connection for a moment, when the lease passes from one to the other. So compare the
      // times.
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
