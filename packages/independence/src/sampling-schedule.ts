/** The intervals of sampling, in milliseconds. Bursts sample fast, because the evidence is in changes that a round sees. */
export type SamplingPace = {
  readonly calmMs: number;
  readonly burstMs: number;
  readonly burstForMs: number;
  /** From the start of one burst to the start of the next. */
  readonly burstEveryMs: number;
  /** Minimum time between two rows in which the noise of prices is compared. Faster rounds are joined into one row. */
  readonly minRowMs: number;
};

/** The interval between two rounds, which a burst shortens. */
export type SamplingSchedule = {
  /** Returns the interval between two rounds now, in milliseconds. */
  readonly everyMs: () => number;
  /** Whether a round is due. Returns true once per interval. */
  readonly takeDue: () => boolean;
  /** Starts a burst now. The leader calls it when it acquires its lease. */
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
