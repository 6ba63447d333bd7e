import { LRUCache } from 'lru-cache';
import type { StreamedPrint } from '@assay/streams/print';

/**
 * Knows since when no trade was lost on one part of the way to the measurement. The record of a name begins with the first
 * print after the start or after a loss, so what is lost on the way looks like a gap of the venue.
 */
export type PrintRecord = {
  /** Returns since when the record of a name is complete, in milliseconds since the Unix epoch, with this print on it. */
  readonly completeSinceMs: (name: string, print: Pick<StreamedPrint, 'receivedAtMs' | 'completeSinceMs'>) => number;
  /** Notes that a print of a name was lost. */
  readonly lose: (name: string) => void;
};

/**
 * Creates a record without any name.
 * @param maxNames beyond it the name whose prints are the oldest is forgotten, and its record begins again.
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
