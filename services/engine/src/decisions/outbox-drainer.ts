/** Publishes the content of the outbox. */
export type OutboxDrainer = {
  /** Notes that the outbox has a new batch, so that the next round drains it. */
  readonly hint: () => void;
  /**
   * Drains the outbox if it may contain something. Call it twice a second. Calls must not overlap. Rejects on failure.
   */
  readonly round: () => Promise<void>;
};

/** The dependencies of a drainer. */
export type OutboxDrainerPorts = {
  readonly canPublish: () => boolean;
  /** Publishes up to a number of rows. See drainOutbox. */
  readonly drain: (limit: number) => Promise<{ readonly published: number; readonly taken: number }>;
  readonly count: () => Promise<number>;
  /** Called with the number of rows in the outbox after each round. */
  readonly onDepth: (rows: number) => void;
};

const rowsPerDrain = 50;
/** Every tenth round drains even without a hint, because a replica that died may have left rows. */
const roundsWithoutHint = 10;

/** Creates a drainer whose first round drains. */
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
