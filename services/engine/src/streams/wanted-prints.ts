import type { Demand } from '@assay/streams/demand';
import type { PrintTopicsByStream, StreamPrints } from './print-listener.ts';

/** The trades (prints) that this replica requests while it leads the measurement. */
export type WantedPrints = Pick<StreamPrints, 'want'> & {
  /**
   * Returns the topics whose trades this replica wants now. `wantedForMs` after the last call of `want`, the result is
   * empty. So a replica that no longer leads the measurement soon wants no trades.
   */
  readonly topics: () => PrintTopicsByStream;
};

/** Milliseconds after which a call of `want` expires. The leader of the measurement calls it every second. */
const wantedForMs = 5_000;

/**
 * Creates the wanted trades of a replica. At first, the replica wants none.
 * @param announce reports the wanted trades to the other replicas. It is called immediately when they change.
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
