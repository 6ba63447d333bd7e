import type { Clock } from '@assay/runtime/clock';

/** A queue that sends requests at a limited rate, so that a client stays within the venue's limit. */
export type RequestQueue = {
  readonly add: (texts: readonly string[]) => void;
  /** Drops all waiting requests. */
  readonly clear: () => void;
};

/** Creates an empty queue. It sends at most `perSecond` requests in any second. */
export function createRequestQueue(
  perSecond: number,
  clock: Pick<Clock, 'monotonic' | 'after'>,
  send: (text: string) => void,
): RequestQueue {
  let waiting: string[] = [];
  let sentAtMs: number[] = [];
  let cancel: (() => void) | undefined;
  const flush = (): void => {
    cancel = undefined;
    const nowMs = clock.monotonic();
    sentAtMs = sentAtMs.filter((atMs) => nowMs - atMs < 1_000);
    while (waiting.length > 0 && sentAtMs.length < perSecond) {
      sentAtMs.push(nowMs);
      send(waiting.shift() ?? '');
    }
    if (waiting.length > 0) {
      cancel = clock.after(1_000 - (nowMs - (sentAtMs[0] ?? nowMs)), flush);
    }
  };
  return {
    add: (texts) => {
      waiting.push(...texts);
      if (cancel === undefined) {
        flush();
      }
    },
    clear: () => {
      waiting = [];
      cancel?.();
      cancel = undefined;
    },
  };
}
