import { LRUCache } from 'lru-cache';
import type { TopicState } from './topic-state.ts';

/** The last events of a topic as this process has them. */
export type LatestUpdate = {
  readonly state: TopicState;
  /** How far the venue's clock is ahead of ours, in milliseconds. */
  readonly leadMs: number;
  /** `direct`: over this process's own connection. `shared`: from the process that holds the connection. */
  readonly path: 'direct' | 'shared';
};

/** The last events of all topics. */
export type LatestUpdates = {
  /** Stores the events of a topic. An older trade or rate than the stored one is left out. */
  readonly set: (stream: string, topic: string, update: LatestUpdate) => void;
  /** Forgets a topic, because its events can no longer be known to be the newest. */
  readonly drop: (stream: string, topic: string) => void;
  readonly find: (stream: string, topic: string) => LatestUpdate | undefined;
};

/** Creates an empty memory. When it is full, it forgets the topic that was used longest ago. */
export function createLatestUpdates(maxTopics: number): LatestUpdates {
  const updates = new LRUCache<string, LatestUpdate>({ max: maxTopics });
  const keyOf = (stream: string, topic: string): string => `${stream} ${topic}`;
  return {
    set: (stream, topic, update) => {
      const key = keyOf(stream, topic);
      const known = updates.get(key);
      // Two processes can hold the connection for a moment, when the lease passes from one to the other.
      if (known !== undefined && atMsOf(update.state) < atMsOf(known.state)) {
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
