import type { Release } from '@assay/concurrency/fair-semaphore';
import type { Handled } from './deliver.ts';
import { permitRequestOf, type PermitRequest } from './admission/delivery-permits.ts';
import type { QueuedTrigger, TriggerQueue } from './queue/trigger-queue.ts';
import type { DeliveryStore, Trigger } from './claim/store.ts';

/** What a worker needs. Times are in milliseconds. */
export type WorkerPorts = {
  /** Opens the queue; rejects while it is away. */
  readonly open: () => Promise<TriggerQueue>;
  readonly look: DeliveryStore['look'];
  readonly letWait: DeliveryStore['letWait'];
  /** Takes a place among the deliveries under way; undefined when too many wait for one already. */
  readonly enter: (place: PermitRequest) => Promise<Release | undefined>;
  /** @param visit how often the trigger came, this time included. */
  readonly deliver: (trigger: Trigger, visit: number) => Promise<Handled>;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Told of every trigger that was dealt with, and of those that come again, by why. */
  readonly handled: (outcome: string, queued: QueuedTrigger) => void;
  readonly trouble: (what: string, error?: unknown) => void;
};

/** Deliveries under way, until they are stopped. */
export type Worker = {
  /** Triggers that were taken from the queue and are not settled with it. */
  readonly underWay: () => number;
  /** Takes no more, gives back what has not begun, and waits for the rest at most so long. */
  readonly stop: (withinMs: number) => Promise<void>;
};

const reopenAfterMs = 100;
/** More than can be inside and wait for a place together, so that what is crowded out never keeps others from being looked at. */
const mostUnderWay = 2_048;
const shortestAgainMs = 100;
const longestAgainMs = 5_000;

/** The pause before a trigger's next visit: twice as long each time, up to 5 s. */
export function againAfterMs(visits: number): number {
  return Math.min(shortestAgainMs * 2 ** Math.min(visits - 1, 10), longestAgainMs);
}

/**
 * Takes triggers from the queue and delivers them side by side for as long as the process lives. Each goes back to the queue
 * unless it was dealt with for certain.
 * @param aliveEveryMs how often the queue is told that what was taken is still being dealt with.
 */
export function startWorker(ports: WorkerPorts, aliveEveryMs: number): Worker {
  const underWay = new Set<QueuedTrigger>();
  let stopped = false;
  let queue: TriggerQueue | undefined;
  let room = (): void => undefined;
  const alive = setInterval(() => underWay.forEach((queued) => queued.working()), aliveEveryMs);

  const begin = (queued: QueuedTrigger): void => {
    underWay.add(queued);
    void settle(queued, ports, () => stopped).then(() => {
      underWay.delete(queued);
      room();
    });
  };
  const take = async (triggers: TriggerQueue['triggers']): Promise<void> => {
    for await (const queued of triggers) {
      if (stopped) {
        queued.again(0);
        continue;
      }
      begin(queued);
      if (underWay.size >= mostUnderWay) {
        await new Promise<void>((resolve) => {
          room = resolve;
        });
      }
    }
  };
  const run = async (): Promise<void> => {
    while (!stopped) {
      try {
        queue = await ports.open();
        // Also when it is to be closed at once: a queue that nobody reads closes only after its pull is over.
        const taken = take(queue.triggers);
        if (stopped) {
          await queue.close();
        }
        await taken;
      } catch (error) {
        ports.trouble('the queue of triggers is away', error);
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
    underWay: () => underWay.size,
    stop: async (withinMs) => {
      stopped = true;
      room();
      await queue?.close();
      const untilMs = performance.now() + withinMs;
      await within(running, withinMs);
      await untilEmpty(underWay, untilMs);
      clearInterval(alive);
    },
  };
}

/** Resolves with the work or after so long, whichever is first. */
async function within(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, over]);
  clearTimeout(timer);
}

/** Resolves when nothing is under way, or at a moment of this process's clock. */
async function untilEmpty(underWay: ReadonlySet<QueuedTrigger>, untilMs: number): Promise<void> {
  while (underWay.size > 0 && performance.now() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Deals with one trigger and settles it with the queue. Never rejects. */
async function settle(queued: QueuedTrigger, ports: WorkerPorts, isStopped: () => boolean): Promise<void> {
  const { trigger } = queued;
  if (trigger === undefined) {
    ports.trouble('a message that holds no trigger was dropped');
    queued.done();
    return;
  }
  let handled: Handled;
  try {
    handled = await inTurn(trigger, queued.visits, ports, isStopped);
  } catch (error) {
    ports.trouble('a trigger could not be dealt with; it comes again', error);
    handled = { kind: 'again', why: 'error' };
  }
  if (handled.kind === 'done') {
    queued.done();
    ports.handled(handled.outcome, queued);
  } else {
    queued.again(handled.afterMs ?? againAfterMs(queued.visits));
    ports.handled(handled.why, queued);
  }
}

async function inTurn(trigger: Trigger, visit: number, ports: WorkerPorts, isStopped: () => boolean): Promise<Handled> {
  const looked = await ports.look(trigger);
  if ('over' in looked) {
    return { kind: 'done', outcome: looked.over };
  }
  const leave = await ports.enter(permitRequestOf(trigger, looked));
  if (leave === undefined) {
    // One of a watch at most comes again and again: however often a crowded watch changes, the queue does not fill up.
    const answer = looked.isWaiting ? 'waits' : await ports.letWait(trigger);
    return answer === 'waits' ? { kind: 'again', why: 'crowded' } : { kind: 'done', outcome: answer };
  }
  try {
    return isStopped() ? { kind: 'again', why: 'stopping', afterMs: 0 } : await ports.deliver(trigger, visit);
  } finally {
    leave();
  }
}
