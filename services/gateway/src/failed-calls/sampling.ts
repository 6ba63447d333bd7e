import { LRUCache } from 'lru-cache';

/** For each account, the log stores this many failed calls of a minute completely, and samples the others. */
export const keptPerMinute = 20;
/** Of the calls beyond that number, the log stores one in this many. */
export const sampledEvery = 100;
/** Maximum number of failed calls of one account in a minute that one gateway sends to the engine. */
const maxPerMinute = 60;

const minuteMs = 60_000;

/** Decides which failed calls the log stores. */
export type FailedCallSampling = {
  /** Counts a failed call of an account, and returns whether the log stores it. */
  readonly keeps: (accountId: string) => boolean;
  /** Returns the numbers of calls that were left out since the last call of this function. */
  readonly takeLeftOut: () => LeftOut[];
};

/** The number of failed calls of an account in one minute that were left out. */
export type LeftOut = { readonly accountId: string; readonly minuteMs: number; readonly calls: number };

type Minute = { readonly startMs: number; seen: number; kept: number; leftOut: number };

/**
 * Creates the sampling. It selects the first failed calls of an account in each minute, and then a sample. So a flood
 * of failed calls neither fills the table nor hides other errors.
 * @param options.now milliseconds since the Unix epoch.
 */
export function createFailedCallSampling(options: {
  readonly maxAccounts: number;
  readonly now: () => number;
}): FailedCallSampling {
  let leftOut: LeftOut[] = [];
  const collect = (minute: Minute, accountId: string): void => {
    if (minute.leftOut > 0) {
      leftOut.push({ accountId, minuteMs: minute.startMs, calls: minute.leftOut });
      minute.leftOut = 0;
    }
  };
  const minutes = new LRUCache<string, Minute>({ max: options.maxAccounts, dispose: collect });
  return {
    keeps: (accountId) => {
      const nowMs = options.now();
      const startMs = nowMs - (nowMs % minuteMs);
      let minute = minutes.get(accountId);
      if (minute?.startMs !== startMs) {
        minute = { startMs, seen: 0, kept: 0, leftOut: 0 };
        minutes.set(accountId, minute);
      }
      minute.seen += 1;
      const isKept = minute.seen <= keptPerMinute || (minute.seen % sampledEvery === 0 && minute.kept < maxPerMinute);
      if (isKept) {
        minute.kept += 1;
      } else {
        minute.leftOut += 1;
      }
      return isKept;
    },
    takeLeftOut: () => {
      minutes.forEach(collect);
      const taken = leftOut;
      leftOut = [];
      return taken;
    },
  };
}
