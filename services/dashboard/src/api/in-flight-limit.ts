/** Counts requests that are in flight, by a name. */
export type InFlightLimit = {
  /** Takes a place for a name. Returns the function that gives it back; undefined when `max` requests of the name are in flight. */
  readonly take: (name: string, max: number) => (() => void) | undefined;
};

/** Creates the limit of one replica. */
export function createInFlightLimit(): InFlightLimit {
  const counts = new Map<string, number>();
  return {
    take: (name, max) => {
      const count = counts.get(name) ?? 0;
      if (count >= max) {
        return undefined;
      }
      counts.set(name, count + 1);
      return () => {
        const left = (counts.get(name) ?? 1) - 1;
        if (left > 0) {
          counts.set(name, left);
        } else {
          counts.delete(name);
        }
      };
    },
  };
}
