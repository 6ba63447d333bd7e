/** A map of bounded size. */
export type RecentEntries<Value> = {
  readonly has: (key: string) => boolean;
  readonly get: (key: string) => Value | undefined;
  /** Stores a value as the newest one. When the map is full, it forgets the entry that was stored first. */
  readonly set: (key: string, value: Value) => void;
};

/** Creates an empty map. A full map loses one entry for each new one, so its cost stays the same. */
export function createRecentEntries<Value>(maxEntries: number): RecentEntries<Value> {
  const entries = new Map<string, Value>();
  return {
    has: (key) => entries.has(key),
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > maxEntries) {
        const [oldest = ''] = entries.keys();
        entries.delete(oldest);
      }
    },
  };
}
