import type { Demand } from '@assay/streams/demand';
import type { PrintTopicsByStream, StreamPrints } from './print-listener.ts';

/** The request of this replica for prints, while it leads the measurement. */
export type WantedPrints = Pick<StreamPrints, 'want'> & {
  /** Returns the topics that this replica wants now. Empty a few seconds after its last request. */
  readonly topics: () => PrintTopicsByStream;
};

/** Time after which a request expires. A leader repeats its request every second. */
const wantedForMs = 5_000;

/**
 * Creates the request of a replica that does not want any prints yet.
 * @param announce tells the other replicas. It is called immediately when the request changes.
 * @param now milliseconds on a clock that is never set back.
 */
export function createWantedPrints(demand: Pick<Demand, 'ask'>, announce: () => void, now: () => number): WantedPrints {
  let wanted: PrintTopicsByStream = new Map();
  let wantedAtMs = Number.NEGATIVE_INFINITY;
  const topics = (): PrintTopicsByStream => (now() - wantedAtMs > wantedForMs ? new Map() : wanted);
  return {
    topics,
    want: (wantedTopics) => {
      const isChanged = JSON.stringify([...wantedTopics]) !== JSON.stringify([...topics()]);
      wanted = wantedTopics;
      wantedAtMs = now();
      wantedTopics.forEach((each, stream) => each.forEach((topic) => demand.ask(stream, topic)));
      if (isChanged) {
        announce();
      }
    },
  };
}
