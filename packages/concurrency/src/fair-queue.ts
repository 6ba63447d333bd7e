/** A consumer's decision on the next item: `take` it, `leave` it for a later batch, `drop` it, or `stop` the batch. */
export type QueueVerdict = 'take' | 'leave' | 'drop' | 'stop';

/**
 * A queue that takes items from its tenants in turn. A tenant with many items therefore delays another tenant by at
 * most one item.
 */
export type FairQueue<Item> = {
  /** Adds an item. Returns false when the queue is full, or when the item's tenant has `tenantLimit` items in it. */
  readonly push: (item: Item) => boolean;
  /**
   * Returns a batch of items. It takes one item from each tenant in turn, and keeps the order of a tenant's items.
   * Before it takes an item, it calls `decide`.
   */
  readonly take: (decide: (item: Item) => QueueVerdict) => Item[];
  readonly size: () => number;
};

/** Limits of a queue, and the tenant of an item. */
export type FairQueueOptions<Item> = {
  /** Maximum number of items. */
  readonly limit: number;
  /** Maximum number of items of one tenant. */
  readonly tenantLimit: number;
  readonly tenantOf: (item: Item) => string;
};

/** The queued items of one tenant. The items before index `head` have been taken. */
type Line<Item> = { items: Item[]; head: number };

/** Creates an empty queue. */
export function createFairQueue<Item>(options: FairQueueOptions<Item>): FairQueue<Item> {
  /** The queues of the tenants that have items. The first tenant is the next to give an item. */
  const lines = new Map<string, Line<Item>>();
  let size = 0;

  const lineOf = (tenant: string): Line<Item> => {
    const line = lines.get(tenant) ?? { items: [], head: 0 };
    lines.set(tenant, line);
    return line;
  };
  const putBack = (left: ReadonlyMap<string, readonly Item[]>): void => {
    for (const [tenant, items] of left) {
      const line = lineOf(tenant);
      line.items = [...items, ...line.items.slice(line.head)];
      line.head = 0;
    }
  };
  return {
    size: () => size,
    push: (item) => {
      const tenant = options.tenantOf(item);
      const line = lines.get(tenant);
      if (size >= options.limit || (line !== undefined && line.items.length - line.head >= options.tenantLimit)) {
        return false;
      }
      lineOf(tenant).items.push(item);
      size += 1;
      return true;
    },
    take: (decide) => {
      const takenItems: Item[] = [];
      const leftItems = new Map<string, Item[]>();
      for (let first = next(lines); first !== undefined; first = next(lines)) {
        const { tenant, line, item } = first;
        const verdict = decide(item);
        if (verdict === 'stop') {
          break;
        }
        line.head += 1;
        if (verdict === 'leave') {
          leftItems.set(tenant, [...(leftItems.get(tenant) ?? []), item]);
        } else {
          size -= 1;
        }
        if (verdict === 'take') {
          takenItems.push(item);
          if (lines.size > 1) {
            lines.delete(tenant);
            lines.set(tenant, line);
          }
        }
        if (line.head === line.items.length) {
          lines.delete(tenant);
        }
      }
      putBack(leftItems);
      return takenItems;
    },
  };
}

/** Returns the first item of the tenant that is next. Every tenant in the map has at least one item. */
function next<Item>(
  lines: ReadonlyMap<string, Line<Item>>,
): { readonly tenant: string; readonly line: Line<Item>; readonly item: Item } | undefined {
  for (const [tenant, line] of lines) {
    const item = line.items[line.head] as Item;
    return { tenant, line, item };
  }
  return undefined;
}
