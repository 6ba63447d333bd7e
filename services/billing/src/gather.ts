import type { Context } from '@opentelemetry/api';
import { Fault } from '@assay/faults/faults';
import { remainingMs, type CallContext } from '@assay/rpc/context';

/** Items of concurrent calls, decided together by as few statements as keep up with them. */
export type Gathering<Item, Result> = {
  /**
   * Decides one item with whatever else waits. Rejects with OVERLOADED when too many wait, DEADLINE_EXCEEDED when the
   * deadline passed before its statement began, and with the statement's own Fault when that failed.
   */
  readonly submit: (item: Item, context: CallContext) => Promise<Result>;
  /** Items that wait for a statement. */
  readonly depth: () => number;
};

/** How items are gathered, and what decides them. */
export type GatheringOptions<Item, Result> = {
  /** Statements in flight at once. While all are, items wait, and so batches grow just as large as the load needs. */
  readonly writers: number;
  /** Weight of one statement's items at most; a heavier item goes alone. */
  readonly batchSize: number;
  /** What an item weighs; one when absent. */
  readonly weightOf?: (item: Item) => number;
  /** Items that may wait; what comes above is refused. */
  readonly queueLimit: number;
  /** Items of the same non-empty name never share a statement: the later one sees what the earlier one did. */
  readonly nameOf: (item: Item) => string;
  /** Decides items, each by the result at its place. Rejects when the statement as a whole failed. */
  readonly run: (items: readonly Item[], traces: readonly Context[]) => Promise<readonly (Result | Fault)[]>;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly context: CallContext;
  readonly resolve: (result: Result) => void;
  readonly reject: (fault: Fault) => void;
};

/** Creates a gathering with nothing in it. */
export function createGathering<Item, Result>(options: GatheringOptions<Item, Result>): Gathering<Item, Result> {
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
        // The calls of one stream message arrive in one turn of the event loop: its end is waited for, so that they
        // share a statement.
        if (!scheduled && running < options.writers) {
          scheduled = true;
          queueMicrotask(start);
        }
      }),
  };
}

/** Takes what one statement decides; fails what is too late, and leaves what must not share it. */
function takeBatch<Item, Result>(
  queue: readonly Waiting<Item, Result>[],
  options: Pick<GatheringOptions<Item, Result>, 'batchSize' | 'weightOf' | 'nameOf'>,
): { batch: Waiting<Item, Result>[]; rest: Waiting<Item, Result>[] } {
  const batch: Waiting<Item, Result>[] = [];
  const kept: Waiting<Item, Result>[] = [];
  const names = new Set<string>();
  let weight = 0;
  let seen = 0;
  for (const waiting of queue) {
    const name = options.nameOf(waiting.item);
    const heavier = weight + (options.weightOf?.(waiting.item) ?? 1);
    if (remainingMs(waiting.context) <= 0) {
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
  run: GatheringOptions<Item, Result>['run'],
): Promise<void> {
  try {
    const results = await run(
      batch.map(({ item }) => item),
      batch.map(({ context }) => context.trace),
    );
    for (const [place, { resolve, reject }] of batch.entries()) {
      const result = results[place];
      if (result instanceof Fault) {
        reject(result);
      } else if (result === undefined) {
        reject(new Fault('INTERNAL', undefined, { cause: new Error('a statement left an item undecided') }));
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
