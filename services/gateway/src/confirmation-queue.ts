import { rootContext } from '@assay/rpc/context';
import type { Billing } from './service-clients.ts';

/** What became of answers that were charged, on its way to billing. */
export type Confirmations = {
  /** The answer's bytes were handed to the caller's connection. */
  readonly delivered: (holdId: string) => void;
  /** The answer never left, or nobody knows: its capture is given back, its hold released. */
  readonly undelivered: (holdId: string) => void;
  /** Sends what is kept; resolves when nothing is left or the time is over. */
  readonly flush: (timeoutMs: number) => Promise<void>;
  /** How many answers billing has not been told of. */
  readonly kept: () => number;
};

const gatherForMs = 50;
const retryAfterMs = { least: 100, most: 5_000 };
const sendWithinMs = 3_000;
const maxPerCall = 1_000;

type ConfirmationOptions = {
  readonly confirm: Billing['Confirm'];
  /** Confirmations kept in memory at most. */
  readonly maxKept: number;
  /** Told how many were dropped. */
  readonly dropped: (count: number) => void;
  readonly failed: (thrown: unknown) => void;
};

/**
 * Gathers confirmations into few calls, and keeps them while billing is away. A confirmation that is lost costs the
 * house and never the customer, since billing gives back what nobody confirms; so the oldest are dropped beyond the
 * bound.
 */
export function gatherConfirmations(options: ConfirmationOptions): Confirmations {
  const waiting = new Map<string, boolean>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<boolean> | undefined;
  let pauseMs = retryAfterMs.least;

  const sendOne = async (): Promise<boolean> => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendBatch(options, waiting);
    try {
      return await sending;
    } finally {
      sending = undefined;
    }
  };
  const schedule = (afterMs: number): void => {
    if (timer === undefined && sending === undefined && waiting.size > 0) {
      timer = setTimeout(() => {
        void sendOne().then((sent) => {
          pauseMs = sent ? retryAfterMs.least : Math.min(pauseMs * 2, retryAfterMs.most);
          schedule(sent ? gatherForMs : pauseMs);
        });
      }, afterMs);
    }
  };
  const add = (holdId: string, delivered: boolean): void => {
    const oldest = waiting.size >= options.maxKept ? waiting.keys().next().value : undefined;
    if (oldest !== undefined) {
      waiting.delete(oldest);
      options.dropped(1);
    }
    waiting.set(holdId, delivered);
    schedule(gatherForMs);
  };
  return {
    delivered: (holdId) => add(holdId, true),
    undelivered: (holdId) => add(holdId, false),
    flush: async (timeoutMs) => {
      const untilMs = Date.now() + timeoutMs;
      while (waiting.size > 0 && Date.now() < untilMs) {
        const sent = await sendOne();
        if (!sent) {
          await new Promise((resolve) => setTimeout(resolve, retryAfterMs.least));
        }
      }
    },
    kept: () => waiting.size,
  };
}

/** Sends the oldest of what waits, and forgets what was sent. Whether billing took it. */
async function sendBatch(options: ConfirmationOptions, waiting: Map<string, boolean>): Promise<boolean> {
  const batch = [...waiting].slice(0, maxPerCall);
  const idsThat = (delivered: boolean): string[] => batch.filter(([, was]) => was === delivered).map(([id]) => id);
  try {
    await options.confirm(
      { delivered_hold_ids: idsThat(true), undelivered_hold_ids: idsThat(false) },
      rootContext(sendWithinMs),
    );
  } catch (thrown) {
    options.failed(thrown);
    return false;
  }
  for (const [id, was] of batch) {
    if (waiting.get(id) === was) {
      waiting.delete(id);
    }
  }
  return true;
}
