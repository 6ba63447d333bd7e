import { LRUCache } from 'lru-cache';

/** The topics that should be subscribed to, which follow from the questions that are asked. */
export type Demand = {
  /** Notes that a question about a topic was asked now. */
  readonly ask: (stream: string, topic: string) => void;
  /** Notes that another process wants these topics of a stream. */
  readonly announce: (stream: string, topics: readonly string[]) => void;
  /** Returns the topics of a stream to subscribe to now, the permanent ones first. */
  readonly wanted: (stream: string) => readonly string[];
  /** Returns the topics that this process itself was recently asked about, by stream. */
  readonly asked: () => ReadonlyMap<string, readonly string[]>;
};

/** Time for which a topic stays subscribed after the last question about it, in milliseconds. */
export const wantedForMs = 600_000;
/**
 * Time for which another process's announcement is valid, in milliseconds. Processes announce again at least every half of
 * it.
 */
export const announcedForMs = 60_000;
/**
 * Maximum number of topics of one stream that are stored. Beyond it, the topic whose last question is oldest is forgotten.
 */
const maxRemembered = 500;

/** The time at which each topic of a stream was last wanted, in milliseconds, the oldest first. */
type Times = LRUCache<string, number>;

/**
 * Creates the demand of a process.
 * @param permanent topics that are always wanted, by stream.
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
