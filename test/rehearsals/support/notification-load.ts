import { pause } from '@assay/runtime/clock';
import type { Stack } from '@assay/stack/stack';
import { setLamports } from '../../e2e/support/sandbox-control.ts';
import { createWatch, freshAddress, startReceiver, type ReceivedNotification } from '../../e2e/support/watch.ts';

/**
 * A load of changes at watched addresses. At each address, the next change comes only after the notification of the
 * previous one.
 */
export type NotificationLoad = {
  readonly received: readonly ReceivedNotification[];
  /** The changes for which a notification arrived, and the time that it took, in milliseconds. */
  readonly notified: readonly { readonly changedAtMs: number; readonly tookMs: number }[];
  /**
   * Stops the changes and waits for the last notifications. Returns a sentence for each lost and each repeated
   * notification.
   */
  readonly stop: () => Promise<string[]>;
  readonly close: () => Promise<void>;
};

const addressCount = 12;
const pauseBetweenMs = 500;
const pollEveryMs = 20;
/**
 * Time in milliseconds after which a change without a notification counts as lost. It is longer than any fault of a
 * rehearsal.
 */
const lostAfterMs = 60_000;
/**
 * Time in milliseconds within which a repeated notification would arrive. It is several times the lease of a delivery.
 */
const doubledWithinMs = 8_000;

/**
 * Registers one watch on each of twelve addresses, and changes each address again and again. It waits for the
 * notification of a change before the next one. So every change must lead to exactly one notification.
 */
export async function startNotificationLoad(stack: Stack, gatewayUrl: string, key: string): Promise<NotificationLoad> {
  const receiver = await startReceiver();
  const notified: { changedAtMs: number; tookMs: number }[] = [];
  const problems: string[] = [];
  const sandbox = { sandboxUrl: stack.sandboxUrl ?? '' };
  let stopping = false;
  const countOf = (id: string, lamports: string): number =>
    receiver.received.filter(({ body, value }) => body['watchId'] === id && value['lamports'] === lamports).length;

  const changeRepeatedly = async (address: string, id: string): Promise<void> => {
    for (let lamports = 2_000; !stopping; lamports += 1) {
      const changedAtMs = performance.now();
      await setLamports(sandbox, address, lamports);
      while (countOf(id, String(lamports)) === 0) {
        if (performance.now() - changedAtMs > lostAfterMs) {
          problems.push(`the change of ${address} to ${lamports} was never notified`);
          return;
        }
        await pause(pollEveryMs);
      }
      notified.push({ changedAtMs, tookMs: performance.now() - changedAtMs });
      await pause(pauseBetweenMs);
    }
  };
  const watched = await Promise.all(
    Array.from({ length: addressCount }, async () => {
      const address = freshAddress();
      await setLamports(sandbox, address, 1_000);
      const { id } = await createWatch(gatewayUrl, key, { webhookUrl: receiver.url, address });
      return { address, id };
    }),
  );
  const running = Promise.all(watched.map(({ address, id }) => changeRepeatedly(address, id)));
  return {
    received: receiver.received,
    notified,
    stop: async () => {
      stopping = true;
      await running;
      await pause(doubledWithinMs);
      return [...problems, ...doubled(receiver.received)];
    },
    close: receiver.close,
  };
}

function doubled(received: readonly ReceivedNotification[]): string[] {
  const counts = new Map<string, number>();
  for (const { body, value } of received) {
    const change = `the change to ${String(value['lamports'])} of the watch ${String(body['watchId'])}`;
    counts.set(change, (counts.get(change) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([change, count]) => `${change} was notified ${count} times`);
}
