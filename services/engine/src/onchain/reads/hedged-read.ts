import type { Clock } from '@assay/service/clock';
import type { ChainNode } from '../nodes/node.ts';
import type { Desk } from './read-session.ts';

/** A node that takes a moment longer than usual is no reason to pay for another reading. */
const shortestHedgeMs = 400;

/**
 * Asks as many nodes side by side as good reads are wanted, the next one at once when one fails, and one more when nothing
 * was heard of any for as long as the newest usually takes for an answer. Rejects with what broke a reading, so that it ends
 * its own call and no other.
 */
export function gather(nodes: readonly ChainNode[], wanted: number, desk: Desk, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = 0;
    let open = 0;
    let good = 0;
    let cancelHedge: () => void = () => undefined;
    const end = (): void => {
      cancelHedge();
      next = nodes.length;
      desk.dropUnanswered();
      resolve();
    };
    const fail = (thrown: unknown): void => {
      reject(thrown);
      end();
    };
    const launch = (hedge: boolean): void => {
      const node = nodes[next];
      cancelHedge();
      if (node === undefined) {
        return;
      }
      next += 1;
      open += 1;
      const waitAnew = (): void => {
        cancelHedge();
        if (next < nodes.length) {
          const waitMs = Math.max(shortestHedgeMs, node.latency.hedgeAfterMs());
          cancelHedge = clock.after(waitMs, () => launch(true));
        }
      };
      waitAnew();
      const ended = (wasGood: boolean): void => {
        open -= 1;
        good += wasGood ? 1 : 0;
        if (good >= wanted) {
          end();
          return;
        }
        if (!wasGood || open === 0) {
          launch(false);
        }
        if (open === 0) {
          end();
        }
      };
      desk.read(node, { hedge, progressed: waitAnew }).then(ended).catch(fail);
    };
    for (let place = 0; place < wanted; place += 1) {
      launch(false);
    }
    if (open === 0) {
      end();
    }
  });
}
