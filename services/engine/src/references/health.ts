import type { DataType } from '@assay/catalog/define';
import type { QuestionParams } from '@assay/providers/define';
import type { ReferenceReading, References } from '../verification/reference.ts';

/**
 * The health of each reference. To learn it, the engine regularly reads the reference for the example question of its
 * data type.
 */
export type ReferenceHealth = {
  /**
   * Returns the health of a type's reference. Returns undefined for a type without a reference. `detail` is the reason
   * why the reference cannot be used, as text for the catalog.
   */
  readonly of: (type: string) => { readonly usable: boolean; readonly detail: string } | undefined;
  /** Starts the reads that are due. Call it several times a second. */
  readonly tick: () => void;
};

const readWithinMs = 2_500;

/**
 * Creates the health of references.
 * @param monotonic milliseconds on a clock that never runs backwards.
 * @param everyMs milliseconds between two reads of a reference. A result is valid for three times as long.
 */
export function createReferenceHealth(
  references: References,
  catalog: ReadonlyMap<string, DataType>,
  monotonic: () => number,
  everyMs: number,
): ReferenceHealth {
  const last = new Map<string, { readonly reading: ReferenceReading; readonly atMs: number }>();
  const nextAtMs = new Map<string, number>();
  const read = async (type: string, params: QuestionParams): Promise<void> => {
    try {
      const reading = await references.get(type)?.read(params, monotonic() + readWithinMs);
      if (reading !== undefined) {
        last.set(type, { reading, atMs: monotonic() });
      }
    } finally {
      nextAtMs.set(type, monotonic() + everyMs);
    }
  };
  return {
    of: (type) => {
      if (!references.has(type)) {
        return undefined;
      }
      const known = last.get(type);
      if (known === undefined || monotonic() - known.atMs > 3 * everyMs + readWithinMs) {
        return { usable: false, detail: 'the price account on chain has not been read yet' };
      }
      return { usable: known.reading.estimate !== undefined, detail: known.reading.detail };
    },
    tick: () => {
      for (const [type, reference] of references) {
        const params = catalog.get(type)?.params.parse(catalog.get(type)?.example) as QuestionParams | undefined;
        if (params !== undefined && monotonic() >= (nextAtMs.get(type) ?? 0) && reference.covers(params)) {
          nextAtMs.set(type, Number.POSITIVE_INFINITY);
          // A reading should never reject. If it does, the health of the reference remains unknown until the next read.
          void read(type, params).catch(() => undefined);
        }
      }
    },
  };
}
