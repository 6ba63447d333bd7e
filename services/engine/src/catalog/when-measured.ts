import { Fault } from '@assay/faults/faults';
import { pause, type Clock } from '@assay/runtime/clock';

/** A part of the process that knows which of its sources or nodes work only after it has asked each of them once. */
export type Measured = { readonly measured: Promise<void>; readonly isMeasured: () => boolean };

/**
 * Resolves when every source and node was asked. Rejects with UNAVAILABLE after a time in milliseconds, because a
 * catalog without the types of unasked sources would look complete. The caller then uses the last catalog that it
 * received, or asks another replica.
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
