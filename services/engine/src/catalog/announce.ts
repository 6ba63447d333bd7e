import type { LiveEntry } from './live-catalog.ts';

/**
 * Creates a check that publishes the catalog if it changed since the last check.
 * @param current returns the present catalog.
 * @param publish must not throw. A lost announcement does no harm, because gateways also poll the catalog.
 */
export function createAnnouncer(current: () => readonly LiveEntry[], publish: () => void): () => void {
  let last: string | undefined;
  return () => {
    const now = current()
      .map(({ type, providers, maxLevel, capReason, maxCostMicros }) =>
        [type, providers, maxLevel, capReason, maxCostMicros].join('|'),
      )
      .join('\n');
    if (last !== undefined && last !== now) {
      publish();
    }
    last = now;
  };
}
