/**
 * The intervals of sampling, in milliseconds. Bursts of fast sampling are needed, because a value that changes and
 * changes back between two rounds is never seen.
 */
export type SamplingPace = {
  readonly calmMs: number;
  readonly burstMs: number;
  readonly burstForMs: number;
  /** Time from the start of one burst to the start of the next. */
  readonly burstEveryMs: number;
  /** Minimum time between two rows in which the noise of prices is compared. Faster rounds are joined into one row. */
  readonly minRowMs: number;
};

/** Decides when the next round of sampling is due. Bursts shorten the interval between two rounds. */
export type SamplingSchedule = {
  /** Returns the present interval between two rounds, in milliseconds. */
  readonly everyMs: () => number;
  /** Whether a round is due. Returns true once per interval. */
  readonly takeDue: () => boolean;
  /** Starts a burst now. A replica calls it when it becomes the leader. */
  readonly startBurst: () => void;
};

/** Creates a schedule whose first burst starts now. */
export function createSamplingSchedule(pace: SamplingPace, now: () => number): SamplingSchedule {
  let nextAtMs = 0;
  let burstAtMs = now();
  const everyMs = (): number => {
    const sinceMs = (now() - burstAtMs) % pace.burstEveryMs;
    return sinceMs < pace.burstForMs ? pace.burstMs : pace.calmMs;
  };
  return {
    everyMs,
    takeDue: () => {
      if (now() < nextAtMs) {
        return false;
      }
      nextAtMs = now() + everyMs();
      return true;
    },
    startBurst: () => {
      burstAtMs = now();
      nextAtMs = 0;
    },
  };
}
