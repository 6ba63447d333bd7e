import type { LiveEntry } from './live-catalog.ts';

/**
 * Creates a check that publishes once whenever the catalog differs from what it was at the check before.
 * @param current the catalog as it is now.
 * @param publish must not throw; a message that is lost is made up for by the gateways' own asking.
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
