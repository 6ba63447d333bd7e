/** Collects items for a short time, because sending them together is cheaper. */
export type SendBuffer<Item> = {
  readonly add: (item: Item) => void;
  /** Sends the waiting items now. Call it before you send anything that must arrive after these items. */
  readonly flush: () => void;
};

/** Settings of a send buffer. */
export type SendBufferOptions<Item> = {
  /** Maximum number of items of one batch. */
  readonly maxItems: number;
  /** Maximum time that an item waits, in milliseconds. */
  readonly maxWaitMs: number;
  /** Runs a function after a number of milliseconds. Returns a function that cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly onItems: (items: readonly Item[]) => void;
};

/** Creates an empty send buffer. Batches keep the order of the items. */
export function createSendBuffer<Item>({
  maxItems,
  maxWaitMs,
  after,
  onItems,
}: SendBufferOptions<Item>): SendBuffer<Item> {
  let items: Item[] = [];
  let cancel: (() => void) | undefined;
  const flush = (): void => {
    cancel?.();
    cancel = undefined;
    if (items.length > 0) {
      const waiting = items;
      items = [];
      onItems(waiting);
    }
  };
  return {
    add: (item) => {
      items.push(item);
      if (items.length >= maxItems) {
        flush();
      } else {
        cancel ??= after(maxWaitMs, flush);
      }
    },
    flush,
  };
}
