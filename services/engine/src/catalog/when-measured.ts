import { Fault } from '@assay/faults/faults';
import { pause, type Clock } from '@assay/runtime/clock';

/** Something that is known only after it was asked for the first time. */
export type Measured = { readonly measured: Promise<void>; readonly isMeasured: () => boolean };

/**
 * Resolves when every source and node was asked. Rejects with UNAVAILABLE after a time in milliseconds, because a catalog
 * that lacks types of unasked sources would look like the true one. The caller then uses its last catalog or another
 * replica.
 */
export async function whenMeasured(
  watched: readonly Measured[],
  maxMs: number,
  clock: Pick<Clock, 'after'>,
): Promise<void> {
  const waiting = watched.filter(({ isMeasured }) => !isMeasured());
  if (waiting.length === 0) {
    return;
  }
  await Promise.race([pause(Math.max(0, maxMs), clock), Promise.all(waiting.map(({ measured }) => measured))]);
  if (waiting.some(({ isMeasured }) => !isMeasured())) {
    throw new Fault('UNAVAILABLE', undefined, { cause: new Error('not every source and node has been asked yet') });
  }
}
