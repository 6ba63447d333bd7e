/** Publishes the batches in the outbox to the stream. */
export type OutboxDrainer = {
  /** Reports that the outbox has a new batch, so that the next call of `round` drains the outbox. */
  readonly hint: () => void;
  /**
   * Drains the outbox if it may contain a batch. Call it twice a second, and never while an earlier call is pending.
   * Rejects when the outbox or the stream fails.
   */
  readonly round: () => Promise<void>;
};

/** The dependencies of a drainer. */
export type OutboxDrainerPorts = {
  readonly canPublish: () => boolean;
  /** Publishes at most `limit` rows of the outbox. See drainOutbox. */
  readonly drain: (limit: number) => Promise<{ readonly published: number; readonly taken: number }>;
  readonly count: () => Promise<number>;
  /** Called with the number of rows in the outbox after each round. */
  readonly onDepth: (rows: number) => void;
};

const rowsPerDrain = 50;
/**
 * Number of rounds without a hint after which a round drains the outbox anyway. It also finds rows of a replica that
 * died before it gave a hint.
 */
const roundsWithoutHint = 10;

/** Creates a drainer. Its first round drains the outbox even without a hint. */
export function createOutboxDrainer(ports: OutboxDrainerPorts): OutboxDrainer {
  let hinted = true;
  let rounds = 0;
  const drainAll = async (): Promise<void> => {
    hinted = false;
    for (;;) {
      const { published, taken } = await ports.drain(rowsPerDrain);
      hinted ||= published < taken;
      if (published < rowsPerDrain) {
        return;
      }
    }
  };
  return {
    hint: () => {
      hinted = true;
    },
    round: async () => {
      rounds += 1;
      if (!hinted && rounds % roundsWithoutHint !== 0) {
        return;
      }
      try {
        if (ports.canPublish()) {
          await drainAll();
        }
        ports.onDepth(await ports.count());
      } catch (error) {
        hinted = true;
        throw error;
      }
    },
  };
}
