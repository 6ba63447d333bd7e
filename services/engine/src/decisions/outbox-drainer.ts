/** Publishes what the outbox holds, for as long as the process lives. */
export type Drainer = {
  /** Something was just put into the outbox: it is looked at in the next round. */
  readonly hint: () => void;
  /** Called twice a second. Does nothing while a round is under way. */
  readonly tick: () => Promise<void>;
};

/** What draining needs. */
export type DrainPorts = {
  readonly canPublish: () => boolean;
  /** Publishes up to a number of rows; see drainOutbox. */
  readonly drain: (limit: number) => Promise<{ readonly published: number; readonly taken: number }>;
  readonly count: () => Promise<number>;
  readonly onDepth: (rows: number) => void;
  readonly onFailure: (error: unknown) => void;
};

const rowsPerRound = 50;
/** A replica that died may have left rows that nobody hinted at, so the outbox is looked at now and then anyhow. */
const idleTicks = 10;

/** Creates a drainer. */
export function createDrainer(ports: DrainPorts): Drainer {
  let hinted = true;
  let ticks = 0;
  let busy = false;
  const round = async (): Promise<void> => {
    const publishing = ports.canPublish();
    if (publishing) {
      hinted = false;
      for (;;) {
        const { published, taken } = await ports.drain(rowsPerRound);
        hinted ||= published < taken;
        if (published < rowsPerRound) {
          break;
        }
      }
    }
    ports.onDepth(await ports.count());
  };
  return {
    hint: () => {
      hinted = true;
    },
    tick: async () => {
      ticks += 1;
      if (busy || (!hinted && ticks % idleTicks !== 0)) {
        return;
      }
      busy = true;
      try {
        await round();
      } catch (error) {
        hinted = true;
        ports.onFailure(error);
      }
      busy = false;
    },
  };
}
