import type { Context } from '@opentelemetry/api';
import { Fault } from '@assay/faults/faults';
import { remainingMs, type CallContext } from '@assay/rpc/context';
import { createFairQueue, type FairQueue } from '@assay/concurrency/fair-queue';

/** Groups the items of concurrent calls into batches. One statement or request handles a whole batch. */
export type Batcher<Item, Result> = {
  /**
   * Adds an item to the next batch and resolves to the item's own result. Rejects with OVERLOADED when the queue is
   * full, or when the tenant has too many waiting items. Rejects with DEADLINE_EXCEEDED when the deadline passes before
   * the batch starts. Rejects with the batch's Fault when the batch fails.
   * @param context the call's deadline and trace. An item without a context has no deadline.
   */
  readonly submit: (item: Item, context?: CallContext) => Promise<Result>;
  /** Returns the number of items that wait for a batch. */
  readonly depth: () => number;
};

/** Limits of the batches, and the function that processes a batch. */
export type BatcherOptions<Item, Result> = {
  /**
   * Maximum number of batches in flight. Items wait only while this many are in flight, so batches are large only under
   * load.
   */
  readonly writers: number;
  /** Maximum total weight of a batch. A heavier item gets a batch of its own. */
  readonly batchSize: number;
  /** Returns the weight of an item; 1 when absent. */
  readonly weightOf?: (item: Item) => number;
  /** Maximum number of waiting items. The batcher refuses further items. */
  readonly queueLimit: number;
  /**
   * Returns the tenant of an item. A batch takes waiting items from the tenants in turn, so that no tenant starves the
   * others. Without this function, all items belong to one tenant.
   */
  readonly tenantOf?: (item: Item) => string;
  /** Maximum number of waiting items of one tenant; `queueLimit` when absent. */
  readonly tenantQueueLimit?: number;
  /**
   * Returns the name of an item. Items with the same non-empty name never share a batch. So a later item sees the
   * effect of an earlier one with its name.
   */
  readonly nameOf?: (item: Item) => string;
  /**
   * Called before the batcher takes a batch from the queue. Returns a promise when the batch must wait for its turn; the
   * promise resolves to a function that ends the turn. Items that arrive in the meantime join the batch. Returns
   * undefined when the batch may start immediately. The promise must not reject.
   */
  readonly takeTurn?: () => Promise<() => void> | undefined;
  /**
   * Processes a batch and returns one result per item, in order. Rejects when the whole batch failed. When an item
   * needs more time, its result may be a promise; the next batch does not wait for it.
   */
  readonly run: (
    items: readonly Item[],
    traces: readonly Context[],
    contexts: readonly (CallContext | undefined)[],
  ) => Promise<readonly (Result | Fault | Promise<Result>)[]>;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly context: CallContext | undefined;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (fault: Fault) => void;
};

/** Creates an empty batcher. */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const queue = createFairQueue<Waiting<Item, Result>>({
    limit: options.queueLimit,
    tenantLimit: options.tenantQueueLimit ?? options.queueLimit,
    tenantOf: ({ item }) => options.tenantOf?.(item) ?? '',
  });
  let running = 0;
  let scheduled = false;
  let waitsForTurn = false;

  const runBatch = async (): Promise<void> => {
    const turn = options.takeTurn?.();
    waitsForTurn = turn !== undefined;
    const endTurn = turn === undefined ? undefined : await turn;
    waitsForTurn = false;
    const batch = takeBatch(queue, options);
    if (batch.length > 0) {
      await decide(batch, options.run);
    }
    endTurn?.();
  };
  const start = (): void => {
    scheduled = false;
    while (running < options.writers && queue.size() > 0 && !waitsForTurn) {
      running += 1;
      void runBatch().then(() => {
        running -= 1;
        start();
      });
    }
  };

  return {
    depth: queue.size,
    submit: (item, context) =>
      new Promise((resolve, reject) => {
        if (!queue.push({ item, context, resolve, reject })) {
          reject(new Fault('OVERLOADED'));
          return;
        }
        // The calls in one stream message all arrive in the same turn of the event loop. Starting the batch after that
        // turn lets these calls share the batch.
        if (!scheduled && running < options.writers) {
          scheduled = true;
          queueMicrotask(start);
        }
      }),
  };
}

/**
 * Takes the next batch from the queue. Rejects items whose deadline has passed. Leaves items in the queue that must not
 * share a batch with those already taken.
 */
function takeBatch<Item, Result>(
  queue: FairQueue<Waiting<Item, Result>>,
  options: Pick<BatcherOptions<Item, Result>, 'batchSize' | 'weightOf' | 'nameOf'>,
): Waiting<Item, Result>[] {
  const names = new Set<string>();
  let weight = 0;
  let count = 0;
  return queue.take((waiting) => {
    const name = options.nameOf?.(waiting.item) ?? '';
    const heavier = weight + (options.weightOf?.(waiting.item) ?? 1);
    if (waiting.context !== undefined && remainingMs(waiting.context) <= 0) {
      waiting.reject(new Fault('DEADLINE_EXCEEDED'));
      return 'drop';
    }
    if (name !== '' && names.has(name)) {
      return 'leave';
    }
    if (count > 0 && heavier > options.batchSize) {
      return 'stop';
    }
    weight = heavier;
    count += 1;
    names.add(name);
    return 'take';
  });
}

async function decide<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  run: BatcherOptions<Item, Result>['run'],
): Promise<void> {
  try {
    const results = await run(
      batch.map(({ item }) => item),
      batch.flatMap(({ context }) => (context === undefined ? [] : [context.trace])),
      batch.map(({ context }) => context),
    );
    batch.forEach(({ resolve, reject }, index) => {
      const result = results[index];
      if (result instanceof Fault) {
        reject(result);
      } else if (result === undefined) {
        reject(new Fault('INTERNAL', undefined, { cause: new Error('the batch returned no result for an item') }));
      } else {
        resolve(result);
      }
    });
  } catch (thrown) {
    const fault = thrown instanceof Fault ? thrown : new Fault('INTERNAL', undefined, { cause: thrown });
    for (const { reject } of batch) {
      reject(fault);
    }
  }
}
