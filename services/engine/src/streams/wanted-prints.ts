import type { Demand } from '@assay/streams/demand';
import type { PrintTopicsByStream, StreamPrints } from './print-listener.ts';

/** The trades (prints) that this replica requests while it leads the measurement. */
export type WantedPrints = Pick<StreamPrints, 'want'> & {
  /**
   * Returns the topics whose trades this replica wants now. The result is empty a few seconds after its last request.
   */
  readonly topics: () => PrintTopicsByStream;
};

/** Milliseconds after which a request expires. A leader repeats its request every second. */
const wantedForMs = 5_000;

/**
 * Creates the request of a replica. At first, the replica wants no trades.
 * @param announce announces the request to the other replicas. It is called immediately when the request changes.
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
