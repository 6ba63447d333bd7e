import type { Release } from '@assay/concurrency/fair-semaphore';
import { Fault } from '@assay/faults/faults';
import { withTimeout } from '@assay/runtime/clock';
import { startRepeating } from '@assay/runtime/repeat';
import { permitRequestOf, type PermitRequest } from './admission/delivery-permits.ts';
import type { FullDestinations } from './admission/destination-share.ts';
import type { DeliveryResult } from './ports.ts';
import type { OverShare, PrecheckStore } from './precheck/precheck.ts';
import type { QueuedTrigger, TriggerQueue } from './queue/trigger-queue.ts';
import type { Trigger } from './queue/trigger.ts';

/** Dependencies of a worker. */
export type WorkerPorts = PrecheckStore & {
  /** Opens the queue. Rejects while NATS is unavailable. */
  readonly open: () => Promise<TriggerQueue>;
  /** Acquires a permit for a delivery. Resolves with undefined when too many triggers wait for a permit. */
  readonly acquire: (request: PermitRequest) => Promise<Release | undefined>;
  readonly fullDestinations: Pick<FullDestinations, 'waitMs'>;
  /**
   * Delivers a trigger.
   * @param deliveryCount number of times that the queue delivered the trigger, this time included.
   */
  readonly deliver: (trigger: Trigger, deliveryCount: number, accountId: string) => Promise<DeliveryResult>;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Called with each result: the outcome of a finished delivery, or the reason of a retry. */
  readonly onResult: (outcome: string, queued: QueuedTrigger) => void;
  readonly onWarning: (message: string, error?: unknown) => void;
  /** Called for each message that contains no trigger. */
  readonly onMalformed: () => void;
};

/** A running worker. */
export type DeliveryWorker = {
  /** Returns the number of triggers that were taken from the queue and not acknowledged. */
  readonly inFlight: () => number;
  /**
   * Takes no more triggers, and puts triggers without a permit back into the queue. Then waits up to `withinMs`
   * milliseconds for the deliveries in flight.
   */
  readonly stop: (withinMs: number) => Promise<void>;
};

const reopenAfterMs = 100;
/**
 * Maximum number of triggers in flight, more than the permits and their queues hold together. Triggers without a permit
 * therefore never block others.
 */
const maxInFlight = 2_048;
const minRetryMs = 100;
const maxRetryMs = 5_000;

/** Returns the pause before a trigger is delivered again, in milliseconds. It doubles up to 5 s. */
export function retryAfterMs(deliveryCount: number): number {
  return Math.min(minRetryMs * 2 ** Math.min(deliveryCount - 1, 10), maxRetryMs);
}

/**
 * Starts a worker that takes triggers from the queue and delivers them concurrently. A trigger leaves the queue only
 * when its delivery is finished.
 * @param extendEveryMs interval, in milliseconds, at which the worker extends the queue's wait for the triggers in
 * flight.
 */
export function startWorker(ports: WorkerPorts, extendEveryMs: number): DeliveryWorker {
  const inFlight = new Set<QueuedTrigger>();
  let stopped = false;
  let queue: TriggerQueue | undefined;
  let onCapacity = (): void => undefined;
  const stopExtending = startRepeating(() => inFlight.forEach((queued) => queued.working()), {
    name: 'extension of triggers',
    everyMs: extendEveryMs,
    immediately: false,
    onFailure: (error) => ports.onWarning('could not extend the triggers in flight', error),
  });

  const begin = (queued: QueuedTrigger): void => {
    inFlight.add(queued);
    void process(queued, ports, () => stopped).then(() => {
      inFlight.delete(queued);
      onCapacity();
    });
  };
  const consume = async (triggers: TriggerQueue['triggers']): Promise<void> => {
    for await (const queued of triggers) {
      if (stopped) {
        queued.nak(0);
        continue;
      }
      begin(queued);
      if (inFlight.size >= maxInFlight) {
        await new Promise<void>((resolve) => {
          onCapacity = resolve;
        });
      }
    }
  };
  const run = async (): Promise<void> => {
    while (!stopped) {
      try {
        queue = await ports.open();
        // The worker reads the queue even if it closes the queue right away. Without a reader, the queue would close
        // only after its pull request has expired.
        const consumed = consume(queue.triggers);
        if (stopped) {
          await queue.close();
        }
        await consumed;
      } catch (error) {
        ports.onWarning('the queue of triggers is unavailable', error);
      }
      await queue?.close();
      queue = undefined;
      if (!stopped) {
        await ports.pause(reopenAfterMs);
      }
    }
  };
  const running = run();
  return {
    inFlight: () => inFlight.size,
    stop: async (withinMs) => {
      stopped = true;
      onCapacity();
      await queue?.close();
      const deadlineMs = performance.now() + withinMs;
      await withTimeout(withinMs, running, () => new Error('the worker did not stop in time')).catch(() => undefined);
      await waitUntilEmpty(inFlight, deadlineMs);
      await stopExtending();
    },
  };
}

/** Resolves when no trigger is in flight, or at a deadline on the monotonic clock. */
async function waitUntilEmpty(inFlight: ReadonlySet<QueuedTrigger>, deadlineMs: number): Promise<void> {
  while (inFlight.size > 0 && performance.now() < deadlineMs) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Processes one trigger and responds to the queue. Never rejects. */
async function process(queued: QueuedTrigger, ports: WorkerPorts, isStopped: () => boolean): Promise<void> {
  const { trigger } = queued;
  if (trigger === undefined) {
    ports.onMalformed();
    ports.onWarning('dropped a message that holds no trigger');
    queued.ack();
    return;
  }
  let result: DeliveryResult;
  try {
    result = await admitAndDeliver(trigger, queued.deliveryCount, ports, isStopped);
  } catch (error) {
    // The batcher wraps the error of a statement in a fault, so the log shows the fault's cause.
    const cause = error instanceof Fault ? (error.cause ?? error) : error;
    ports.onWarning('could not process a trigger; it is delivered again', cause);
    result = { kind: 'retry', reason: 'error' };
  }
  if (result.kind === 'done') {
    queued.ack();
    ports.onResult(result.outcome, queued);
  } else {
    queued.nak(result.afterMs ?? retryAfterMs(queued.deliveryCount));
    ports.onResult(result.reason, queued);
  }
}

async function admitAndDeliver(
  trigger: Trigger,
  deliveryCount: number,
  ports: WorkerPorts,
  isStopped: () => boolean,
): Promise<DeliveryResult> {
  const checked = await ports.precheck(trigger);
  if ('noDelivery' in checked) {
    return { kind: 'done', outcome: checked.noDelivery };
  }
  const overShare = checked.overShare ?? fullDestination(checked, ports);
  if (overShare !== undefined) {
    return waitForShare(trigger, { ...checked, overShare }, ports);
  }
  const release = await ports.acquire(permitRequestOf(trigger, checked));
  if (release === undefined) {
    // At most one trigger of each watch is deferred and retried, so the queue does not grow, however often a watch
    // changes.
    const answer = checked.isDeferred ? 'waits' : await ports.defer(trigger);
    return answer === 'waits' ? { kind: 'retry', reason: 'crowded' } : { kind: 'done', outcome: answer };
  }
  try {
    return isStopped()
      ? { kind: 'retry', reason: 'stopping', afterMs: 0 }
      : await ports.deliver(trigger, deliveryCount, checked.accountId);
  } finally {
    release();
  }
}

/**
 * Maximum random delay, in milliseconds, of triggers that waited for a share, so that they are not all delivered at the
 * same moment.
 */
const shareJitterMs = 2_000;

/**
 * Returns the exhausted share of a webhook's destination, if this replica knows that the destination may get no more
 * notifications now.
 */
function fullDestination(
  { accountId, webhookUrl }: { readonly accountId: string; readonly webhookUrl: string },
  { fullDestinations }: WorkerPorts,
): OverShare | undefined {
  const opensInMs = fullDestinations.waitMs(accountId, new URL(webhookUrl).host);
  return opensInMs > 0 ? { count: 'destination', opensInMs } : undefined;
}

/** Defers a trigger until the share of its account or destination allows more. */
async function waitForShare(
  trigger: Trigger,
  {
    isDeferred,
    isWaitRecorded,
    overShare,
  }: { readonly isDeferred: boolean; readonly isWaitRecorded: boolean; readonly overShare: OverShare },
  ports: WorkerPorts,
): Promise<DeliveryResult> {
  const isWaiting = isDeferred && isWaitRecorded;
  const answer = isWaiting ? 'over_share' : await ports.deferForShare(trigger, overShare.count);
  return answer === 'over_share'
    ? { kind: 'retry', reason: 'over_share', afterMs: overShare.opensInMs + Math.random() * shareJitterMs }
    : { kind: 'done', outcome: answer };
}
