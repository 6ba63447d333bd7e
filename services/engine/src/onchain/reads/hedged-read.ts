import type { Clock } from '@assay/runtime/clock';
import { guarded } from '@assay/runtime/guarded';
import type { ChainNode } from '../nodes/node.ts';
import type { ReadSession } from './read-session.ts';

/**
 * Minimum delay, in milliseconds, before another node is asked because the first ones are slow. With a shorter delay,
 * calls would pay for an extra read whenever a node is slightly slower than usual.
 */
const minHedgeDelayMs = 400;

/**
 * Reads nodes until the number of good reads is `wanted`. Starts that many reads in parallel, and replaces a failed
 * read immediately. If no node answers for the time that the last asked node usually takes, starts one extra read, a
 * hedge.
 *
 * If a read throws, the promise rejects with its error, so an unexpected error ends only its own call.
 */
export function hedgedRead(
  nodes: readonly ChainNode[],
  wanted: number,
  session: ReadSession,
  clock: Clock,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = 0;
    let inFlight = 0;
    let good = 0;
    let cancelHedge: () => void = () => undefined;
    const finish = (): void => {
      cancelHedge();
      next = nodes.length;
      session.abandonUnanswered();
      resolve();
    };
    const fail = (error: unknown): void => {
      reject(error);
      finish();
    };
    const onEnd = (isGood: boolean): void => {
      inFlight -= 1;
      good += isGood ? 1 : 0;
      if (good >= wanted) {
        finish();
        return;
      }
      if (!isGood || inFlight === 0) {
        start(false);
      }
      if (inFlight === 0) {
        finish();
      }
    };
    const start = (hedge: boolean): void => {
      const node = nodes[next];
      cancelHedge();
      if (node === undefined) {
        return;
      }
      next += 1;
      inFlight += 1;
      const restartHedgeTimer = (): void => {
        cancelHedge();
        if (next < nodes.length) {
          const delayMs = Math.max(minHedgeDelayMs, node.latency.hedgeAfterMs());
          cancelHedge = clock.after(
            delayMs,
            guarded(() => start(true), fail),
          );
        }
      };
      restartHedgeTimer();
      session.read(node, { hedge, onProgress: restartHedgeTimer }).then(onEnd).catch(fail);
    };
    for (let started = 0; started < wanted; started += 1) {
      start(false);
    }
    if (inFlight === 0) {
      finish();
    }
  });
}
