import { LRUCache } from 'lru-cache';
import type { StreamedPrint } from '@assay/streams/print';

/**
 * Knows, for one part of the path to the measurement, since when no trade was lost. The record of a name begins with
 * the first print after the start or after a loss. A loss on the path therefore looks like a gap at the venue.
 */
export type PrintRecord = {
  /**
   * Adds a print to the record of a name, and returns since when the record is complete, in milliseconds since the Unix
   * epoch.
   */
  readonly completeSinceMs: (name: string, print: Pick<StreamedPrint, 'receivedAtMs' | 'completeSinceMs'>) => number;
  /** Notes that a print of a name was lost. */
  readonly lose: (name: string) => void;
};

/**
 * Creates a record without any name.
 * @param maxNames maximum number of names. Beyond it, the name with the oldest prints is removed, and its record begins
 * again.
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
