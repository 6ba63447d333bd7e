import { rootContext } from '@assay/rpc/context';
import { pause, systemClock } from '@assay/runtime/clock';
import type { MeteringBilling } from './hold.ts';

/** A queue of confirmations for billing. A confirmation says whether a charged answer reached its caller. */
export type ConfirmationQueue = {
  /** Confirms that the response was written to the caller's connection. */
  readonly delivered: (holdId: string) => void;
  /**
   * Reports that the response was not sent, or possibly not sent. Billing then reverses the capture or releases the
   * hold.
   */
  readonly undelivered: (holdId: string) => void;
  /** Sends the queued confirmations. Resolves when the queue is empty or `timeoutMs` have passed. */
  readonly flush: (timeoutMs: number) => Promise<void>;
  /** Returns the number of queued confirmations. */
  readonly size: () => number;
};

/** The settings and callbacks of a confirmation queue. */
export type ConfirmationQueueOptions = {
  readonly confirm: MeteringBilling['Confirm'];
  /** Maximum number of queued confirmations. When there are more, the queue drops the oldest one. */
  readonly maxQueued: number;
  /** Called with the number of confirmations that the queue dropped. */
  readonly onDrop: (count: number) => void;
  /** Called with the error of a failed request to billing. The queue sends these confirmations again. */
  readonly onFailure: (thrown: unknown) => void;
};

const batchDelayMs = 50;
const retryPauseMs = { min: 100, max: 5_000 };
const sendTimeoutMs = 3_000;
const maxPerRequest = 1_000;

/**
 * Creates an empty queue. It sends confirmations in batches, and stores them while billing is unavailable. Billing
 * reverses a charge that is never confirmed, so a dropped confirmation never costs the customer anything.
 */
export function createConfirmationQueue(options: ConfirmationQueueOptions): ConfirmationQueue {
  const queue = new Map<string, boolean>();
  let cancelTimer: (() => void) | undefined;
  let sending: Promise<boolean> | undefined;
  let pauseMs = retryPauseMs.min;

  const send = async (): Promise<boolean> => {
    cancelTimer?.();
    cancelTimer = undefined;
    sending ??= sendBatch(options, queue);
    try {
      return await sending;
    } finally {
      sending = undefined;
    }
  };
  const schedule = (afterMs: number): void => {
    if (cancelTimer === undefined && sending === undefined && queue.size > 0) {
      cancelTimer = systemClock.after(afterMs, () => {
        void send().then((isSent) => {
          pauseMs = isSent ? retryPauseMs.min : Math.min(pauseMs * 2, retryPauseMs.max);
          schedule(isSent ? batchDelayMs : pauseMs);
        });
      });
    }
  };
  const add = (holdId: string, delivered: boolean): void => {
    const oldest = queue.size >= options.maxQueued ? queue.keys().next().value : undefined;
    if (oldest !== undefined) {
      queue.delete(oldest);
      options.onDrop(1);
    }
    queue.set(holdId, delivered);
    schedule(batchDelayMs);
  };
  return {
    delivered: (holdId) => add(holdId, true),
    undelivered: (holdId) => add(holdId, false),
    flush: async (timeoutMs) => {
      const untilMs = performance.now() + timeoutMs;
      while (queue.size > 0 && performance.now() < untilMs) {
        if (!(await send())) {
          await pause(retryPauseMs.min);
        }
      }
    },
    size: () => queue.size,
  };
}

/**
 * Sends the oldest batch of the queue, and removes the confirmations that billing accepted. A hold whose account is
 * locked goes to the end of the queue, so that it never delays the others. Returns whether billing accepted any of the
 * confirmations.
 */
async function sendBatch(options: ConfirmationQueueOptions, queue: Map<string, boolean>): Promise<boolean> {
  const delivered: string[] = [];
  const undelivered: string[] = [];
  for (const [id, isDelivered] of queue) {
    (isDelivered ? delivered : undelivered).push(id);
    if (delivered.length + undelivered.length === maxPerRequest) {
      break;
    }
  }
  let busy: ReadonlySet<string>;
  try {
    const response = await options.confirm(
      { delivered_hold_ids: delivered, undelivered_hold_ids: undelivered, takes_busy: true },
      rootContext(sendTimeoutMs),
    );
    busy = new Set(response.busy_hold_ids);
  } catch (thrown) {
    options.onFailure(thrown);
    return false;
  }
  remove(queue, delivered, true);
  remove(queue, undelivered, false);
  for (const [ids, isDelivered] of [
    [delivered, true],
    [undelivered, false],
  ] as const) {
    for (const id of ids) {
      if (busy.has(id) && !queue.has(id)) {
        queue.set(id, isDelivered);
      }
    }
  }
  return busy.size < delivered.length + undelivered.length;
}

/** Removes the sent confirmations. A confirmation that changed while the request was in flight stays queued. */
function remove(queue: Map<string, boolean>, ids: readonly string[], sent: boolean): void {
  for (const id of ids) {
    if (queue.get(id) === sent) {
      queue.delete(id);
    }
  }
}
