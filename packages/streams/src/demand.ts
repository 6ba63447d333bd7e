import { LRUCache } from 'lru-cache';

/** Knows the topics to which the streams should be subscribed. It learns them from the questions that callers ask. */
export type Demand = {
  /** Records that a question about a topic was asked now. */
  readonly ask: (stream: string, topic: string) => void;
  /** Records that another process wants these topics of a stream. */
  readonly announce: (stream: string, topics: readonly string[]) => void;
  /** Returns the topics of a stream to subscribe to now, the permanent ones first. */
  readonly wanted: (stream: string) => readonly string[];
  /** Returns the topics that this process itself was recently asked about, by stream. */
  readonly asked: () => ReadonlyMap<string, readonly string[]>;
};

/** Time for which a topic stays wanted after the last question about it, in milliseconds. */
export const wantedForMs = 600_000;
/**
 * Time for which another process's announcement is valid, in milliseconds. Each process announces its topics again
 * after at most half of this time.
 */
export const announcedForMs = 60_000;
/**
 * Maximum number of topics of one stream that are stored. When there are more, the topic whose last question is oldest
 * is forgotten.
 */
const maxRemembered = 500;

/** For each topic of a stream, the time at which it was last wanted, in milliseconds. The oldest time comes first. */
type Times = LRUCache<string, number>;

/**
 * Creates the demand of a process.
 * @param permanent for each stream, the topics that are always wanted.
 * @param now milliseconds on a clock that never runs backwards.
 */
export function createDemand(permanent: ReadonlyMap<string, readonly string[]>, now: () => number): Demand {
  const askedHere = new Map<string, Times>();
  const announcedByOthers = new Map<string, Times>();
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
    ask: (stream, topic) => note(askedHere, stream, topic),
    announce: (stream, topics) =>
      topics.slice(0, maxRemembered).forEach((topic) => note(announcedByOthers, stream, topic)),
    wanted: (stream) => [
      ...new Set([
        ...(permanent.get(stream) ?? []),
        ...recent(askedHere, stream, wantedForMs),
        ...recent(announcedByOthers, stream, announcedForMs),
      ]),
    ],
    asked: () =>
      new Map(
        [...askedHere.keys()]
          .map((stream) => [stream, recent(askedHere, stream, wantedForMs)] as const)
          .filter(([, topics]) => topics.length > 0),
      ),
  };
}
