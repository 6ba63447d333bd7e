import type { Demand } from '@assay/streams/demand';
import type { PrintTopicsByStream, StreamPrints } from './print-listener.ts';

/** The wish of this replica for prints, while it leads the measurement. */
export type WantedPrints = Pick<StreamPrints, 'want'> & {
  /** Returns the topics that this replica wants now. Empty a few seconds after its last wish. */
  readonly topics: () => PrintTopicsByStream;
};

/** A leader repeats its wish every second. */
const wantedForMs = 5_000;

/**
 * Creates the wish of a replica that wants nothing yet.
 * @param announce tells the other replicas. It is called at once when the wish changes.
 * @param now milliseconds by a clock that is never set back.
 */
export function createWantedPrints(demand: Pick<Demand, 'ask'>, announce: () => void, now: () => number): WantedPrints {
  let wanted: PrintTopicsByStream = new Map();
  let wantedAtMs = Number.NEGATIVE_INFINITY;
  const topics = (): PrintTopicsByStream => (now() - wantedAtMs > wantedForMs ? new Map() : wanted);
  return {
    topics,
    want: (given) => {
      const isChanged = JSON.stringify([...given]) !== JSON.stringify([...topics()]);
      wanted = given;
      wantedAtMs = now();
      given.forEach((each, stream) => each.forEach((topic) => demand.ask(stream, topic)));
      if (isChanged) {
        announce();
      }
    },
  };
}
