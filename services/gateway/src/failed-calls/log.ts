import { rootContext, type CallContext } from '@assay/rpc/context';
import type { FailedCall } from '@assay/rpc/gen/assay/engine/v1/FailedCall';
import type { RecordFailedCallsRequest } from '@assay/rpc/gen/assay/engine/v1/RecordFailedCallsRequest';
import { startRepeating } from '@assay/runtime/repeat';
import type { FailedExchange } from '../http/exchange.ts';
import { failedCallOf } from './failed-call.ts';
import type { FailedCallSampling, LeftOut } from './sampling.ts';

/**
 * Why the log left out a failed call: the account had too many in a minute, the queue was full, or the engine did not
 * store it.
 */
export type LeftOutReason = 'sampled' | 'queue_full' | 'not_stored';

/** The log of failed calls. It never delays a response. When it cannot store a call at once, it drops the call. */
export type FailedCallLog = {
  /** Takes a failed call. Returns immediately. */
  readonly add: (failed: FailedExchange) => void;
  /** Sends the calls in the queue to the engine. Never rejects. */
  readonly flush: () => Promise<void>;
  /** Sends the remaining calls, and stops. */
  readonly close: () => Promise<void>;
};

/** The dependencies of the log. */
export type FailedCallLogOptions = {
  readonly record: (request: RecordFailedCallsRequest, context: CallContext) => Promise<{ readonly stored: number }>;
  readonly sampling: FailedCallSampling;
  readonly maxQueued: number;
  /** Milliseconds between two batches. */
  readonly flushEveryMs: number;
  readonly onLeftOut: (count: number, reason: LeftOutReason) => void;
  readonly onFailure: (thrown: unknown) => void;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
};

const maxBatch = 100;
const recordTimeoutMs = 3_000;
/**
 * Only every tenth batch contains the counts of left-out calls, so that a flood of failed calls seldom updates their
 * row.
 */
const flushesPerCount = 10;

/** Creates the log, and starts to send its batches. At most one batch is in flight. */
export function createFailedCallLog(options: FailedCallLogOptions): FailedCallLog {
  let queue: FailedCall[] = [];
  let reading = 0;
  let flushes = 0;
  const push = (call: FailedCall): void => {
    if (queue.length >= options.maxQueued) {
      options.onLeftOut(1, 'queue_full');
    } else {
      queue.push(call);
    }
  };
  const flush = async (withCounts = flushes % flushesPerCount === 0): Promise<void> => {
    flushes += 1;
    do {
      const batch = queue.slice(0, maxBatch);
      queue = queue.slice(maxBatch);
      await send(batch, withCounts ? options.sampling.takeLeftOut() : [], options);
    } while (queue.length >= maxBatch);
  };
  const stop = startRepeating(() => flush(), {
    name: 'failed calls',
    everyMs: options.flushEveryMs,
    immediately: false,
    onFailure: options.onFailure,
  });
  return {
    add: (failed) => {
      if (!options.sampling.keeps(failed.caller.accountId)) {
        options.onLeftOut(1, 'sampled');
        return;
      }
      const nowMs = options.now();
      const body = failed.body();
      if (!(body instanceof Promise)) {
        push(failedCallOf(failed, body, nowMs));
        return;
      }
      if (reading >= options.maxQueued) {
        options.onLeftOut(1, 'queue_full');
        return;
      }
      reading += 1;
      void body.then((read) => {
        reading -= 1;
        push(failedCallOf(failed, read, nowMs));
      });
    },
    flush: () => flush(true),
    close: async () => {
      await stop();
      while (queue.length > 0) {
        await flush(true);
      }
    },
  };
}

/** Sends a batch to the engine. Counts its calls as left out when the engine does not store them. */
async function send(calls: FailedCall[], counts: readonly LeftOut[], options: FailedCallLogOptions): Promise<void> {
  if (calls.length + counts.length === 0) {
    return;
  }
  const leftOut = counts.map((each) => ({ account_id: each.accountId, minute_ms: each.minuteMs, calls: each.calls }));
  try {
    const { stored } = await options.record({ calls, left_out: leftOut }, rootContext(recordTimeoutMs));
    if (stored < calls.length) {
      options.onLeftOut(calls.length - stored, 'not_stored');
    }
  } catch (thrown) {
    options.onLeftOut(calls.length, 'not_stored');
    options.onFailure(thrown);
  }
}
