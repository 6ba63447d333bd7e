import type { Context } from '@opentelemetry/api';
import { Fault } from '@assay/faults/faults';
import { remainingMs, type CallContext } from '@assay/rpc/context';

/** Groups the items of concurrent calls into batches. One statement or request decides a whole batch. */
export type Batcher<Item, Result> = {
  /**
   * Adds an item to the next batch and resolves to the item's own result. Rejects with OVERLOADED when the queue is
   * full, with DEADLINE_EXCEEDED when the deadline passed before the batch started, and with the batch's Fault when the
   * batch failed.
   * @param context the call's deadline and trace. An item without a context has no deadline.
   */
  readonly submit: (item: Item, context?: CallContext) => Promise<Result>;
  /** Number of items that wait for a batch. */
  readonly depth: () => number;
};

/** Limits of the batches, and the function that decides one. */
export type BatcherOptions<Item, Result> = {
  /** Maximum number of batches in flight. While all are in flight, items wait, so batches grow only under load. */
  readonly writers: number;
  /** Maximum weight of a batch. A heavier item goes alone. */
  readonly batchSize: number;
  /** Returns the weight of an item; 1 when absent. */
  readonly weightOf?: (item: Item) => number;
  /** Maximum number of waiting items. The batcher refuses an item beyond it. */
  readonly queueLimit: number;
  /**
   * Returns the name of an item. Items of the same non-empty name never share a batch, so the later item sees the
   * effect of the earlier one.
   */
  readonly nameOf?: (item: Item) => string;
  /** Decides a batch and returns one result per item, in order. Rejects when the whole batch failed. */
  readonly run: (items: readonly Item[], traces: readonly Context[]) => Promise<readonly (Result | Fault)[]>;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly context: CallContext | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (fault: Fault) => void;
};

/** Creates an empty batcher. */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  let queue: Waiting<Item, Result>[] = [];
  let running = 0;
  let scheduled = false;

  const start = (): void => {
    scheduled = false;
    while (running < options.writers && queue.length > 0) {
      const taken = takeBatch(queue, options);
      queue = taken.rest;
      if (taken.batch.length > 0) {
        running += 1;
        void decide(taken.batch, options.run).then(() => {
          running -= 1;
          start();
        });
      }
    }
  };

  return {
    depth: () => queue.length,
    submit: (item, context) =>
      new Promise((resolve, reject) => {
        if (queue.length >= options.queueLimit) {
          reject(new Fault('OVERLOADED'));
          return;
        }
        queue.push({ item, context, resolve, reject });
        // The calls of one stream message arrive in one turn of the event loop. The batch starts after that turn, so
        // these calls share it.
        if (!scheduled && running < options.writers) {
          scheduled = true;
          queueMicrotask(start);
        }
      }),
  };
}

/** Takes the next batch from the queue, rejects items whose deadline passed, and leaves items that must not share it. */
function takeBatch<Item, Result>(
  queue: readonly Waiting<Item, Result>[],
  options: Pick<BatcherOptions<Item, Result>, 'batchSize' | 'weightOf' | 'nameOf'>,
): { batch: Waiting<Item, Result>[]; rest: Waiting<Item, Result>[] } {
  const batch: Waiting<Item, Result>[] = [];
  const kept: Waiting<Item, Result>[] = [];
  const names = new Set<string>();
  let weight = 0;
  let seen = 0;
  for (const waiting of queue) {
    const name = options.nameOf?.(waiting.item) ?? '';
    const heavier = weight + (options.weightOf?.(waiting.item) ?? 1);
    if (waiting.context !== undefined && remainingMs(waiting.context) <= 0) {
      waiting.reject(new Fault('DEADLINE_EXCEEDED'));
    } else if (name !== '' && names.has(name)) {
      kept.push(waiting);
    } else if (batch.length > 0 && heavier > options.batchSize) {
      break;
    } else {
      weight = heavier;
      names.add(name);
      batch.push(waiting);
    }
    seen += 1;
  }
  return { batch, rest: [...kept, ...queue.slice(seen)] };
}

async function decide<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  run: BatcherOptions<Item, Result>['run'],
): Promise<void> {
  try {
    const results = await run(
      batch.map(({ item }) => item),
      batch.flatMap(({ context }) => (context === undefined ? [] : [context.trace])),
    );
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index];
      if (result instanceof Fault) {
        reject(result);
      } else if (result === undefined) {
        reject(new Fault('INTERNAL', undefined, { cause: new Error('the batch returned no result for an item') }));
      } else {
        resolve(result);
      }
    }
  } catch (thrown) {
    const fault = thrown instanceof Fault ? thrown : new Fault('INTERNAL', undefined, { cause: thrown });
    for (const { reject } of batch) {
      reject(fault);
    }
  }
}
