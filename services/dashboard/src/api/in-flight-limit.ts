/**
 * Limits the number of requests in flight. The caller chooses a name for each request, such as a route with a person's
 * id, and each name has its own count.
 */
export type InFlightLimit = {
  /**
   * Counts a request under a name. Returns the function that ends the request, or undefined when `max` requests with
   * this name are already in flight.
   */
  readonly take: (name: string, max: number) => (() => void) | undefined;
};

/** Creates the limit of one replica, with no request in flight. */
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
