import { LRUCache } from 'lru-cache';

/** The topics that are wanted, so that subscriptions follow the questions that are asked. */
export type Demand = {
  /** Notes that a topic was asked about now. */
  readonly ask: (stream: string, topic: string) => void;
  /** Notes that another process wants topics of a stream. */
  readonly announce: (stream: string, topics: readonly string[]) => void;
  /** Returns the topics of a stream that are wanted now, the permanent ones first. */
  readonly wanted: (stream: string) => readonly string[];
  /** Returns the topics that this process itself was asked about lately, by stream. */
  readonly asked: () => ReadonlyMap<string, readonly string[]>;
};

/** A topic stays subscribed for this long after the last question about it. */
export const wantedForMs = 600_000;
/** Other processes announce their topics at least every half of this time. */
export const announcedForMs = 60_000;
/** Maximum number of topics of one stream that are remembered. The one that was asked about longest ago is forgotten. */
const maxRemembered = 500;

/** When each topic of a stream was wanted last, in milliseconds, the topic of the longest ago first. */
type Times = LRUCache<string, number>;

/**
 * Creates the demand of a process.
 * @param permanent topics that are always wanted, by stream.
 * @param now milliseconds by a clock that is never set back.
 */
export function createDemand(permanent: ReadonlyMap<string, readonly string[]>, now: () => number): Demand {
  const own = new Map<string, Times>();
  const others = new Map<string, Times>();
  const note = (times: Map<string, Times>, stream: string, topic: string): void => {
    const topics = times.get(stream) ?? new LRUCache({ max: maxRemembered });
    times.set(stream, topics.set(topic, now()));
  };
  const recent = (times: Map<string, Times>, stream: string, forMs: number): readonly string[] => {
    const topics = times.get(stream);
    return topics === undefined
      ? []
      : [...topics.rkeys()].filter((topic) => now() - (topics.peek(topic) ?? 0) <= forMs);
  };
  return {
    ask: (stream, topic) => note(own, stream, topic),
    announce: (stream, topics) => topics.slice(0, maxRemembered).forEach((topic) => note(others, stream, topic)),
    wanted: (stream) => [
      ...new Set([
        ...(permanent.get(stream) ?? []),
        ...recent(own, stream, wantedForMs),
        ...recent(others, stream, announcedForMs),
      ]),
    ],
    asked: () =>
      new Map(
        [...own.keys()]
          .map((stream) => [stream, recent(own, stream, wantedForMs)] as const)
          .filter(([, topics]) => topics.length > 0),
      ),
  };
}
