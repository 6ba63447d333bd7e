/** Gathers items that are cheaper to hand over together. */
export type Gatherer<Item> = {
  readonly add: (item: Item) => void;
  /** Hands over what was gathered, now. Call it before anything that must follow the items. */
  readonly flush: () => void;
};

/** Settings of a gatherer. */
export type GathererOptions<Item> = {
  /** Number of items that are handed over at once. */
  readonly maxItems: number;
  /** Maximum time that an item waits, in milliseconds. */
  readonly maxWaitMs: number;
  /** Runs a function after a number of milliseconds. Returns a function that cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly onItems: (items: readonly Item[]) => void;
};

/** Creates an empty gatherer. It keeps the order of the items. */
export function createGatherer<Item>({ maxItems, maxWaitMs, after, onItems }: GathererOptions<Item>): Gatherer<Item> {
  let items: Item[] = [];
  let cancel: (() => void) | undefined;
  const flush = (): void => {
    cancel?.();
    cancel = undefined;
    if (items.length > 0) {
      const gathered = items;
      items = [];
      onItems(gathered);
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
