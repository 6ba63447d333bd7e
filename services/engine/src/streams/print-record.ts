import { LRUCache } from 'lru-cache';
import type { StreamedPrint } from '@assay/streams/print';

/**
 * Records, for each name such as a topic, since when one part of the path from the venue to the measurement has lost no
 * trade. A record begins with the first trade after the start or after a loss. So the measurement treats a loss on the
 * path like a gap at the venue.
 */
export type PrintRecord = {
  /**
   * Adds a trade to the record of a name. Returns the time since which the record is complete, in milliseconds since
   * the Unix epoch.
   */
  readonly completeSinceMs: (name: string, print: Pick<StreamedPrint, 'receivedAtMs' | 'completeSinceMs'>) => number;
  /** Reports that a trade of a name was lost. The record of this name restarts. */
  readonly lose: (name: string) => void;
};

/**
 * Creates the records. At first, no name has a record.
 * @param maxNames maximum number of names. If there are more, the name whose last trade is the oldest loses its record.
 */
export function createPrintRecord(maxNames: number): PrintRecord {
  const beganAtMs = new LRUCache<string, number>({ max: maxNames });
  return {
    completeSinceMs: (name, print) => {
      const began = beganAtMs.get(name);
      if (began === undefined) {
        beganAtMs.set(name, print.receivedAtMs);
      }
      return Math.max(print.completeSinceMs, began ?? print.receivedAtMs);
    },
    lose: (name) => void beganAtMs.delete(name),
  };
}
