import { openTestPool } from '@assay/stack/testing/test-pool';
import type pg from 'pg';
import { until, type System } from './system.ts';
import { startReceiver, type WebhookReceiver } from './watch.ts';

const deliveryTimeoutMs = 20_000;

/** The webhook receivers of one test file, and access to the delivery outcomes in the watch service's database. */
export type WatchScene = {
  readonly database: pg.Pool;
  /** Starts a receiver. `close` stops it. */
  readonly openReceiver: (options?: Parameters<typeof startReceiver>[0]) => Promise<WebhookReceiver>;
  /**
   * Returns the outcomes of a watch's finished deliveries, in order. They come from the database, because some
   * deliveries send no request.
   */
  readonly outcomesOf: (watchId: string) => Promise<string[]>;
  /** Waits until a watch has at least `count` finished deliveries, and returns all their outcomes. */
  readonly endedDeliveries: (watchId: string, count: number) => Promise<string[]>;
  readonly close: () => Promise<void>;
};

/** Opens the watch scene of one test file. */
export function openWatchScene(system: Pick<System, 'postgresUrl'>): WatchScene {
  const database = openTestPool(system.postgresUrl, 2);
  const receivers: WebhookReceiver[] = [];
  const outcomesOf = async (watchId: string): Promise<string[]> => {
    const { rows } = await database.query<{ outcome: string }>(
      "SELECT outcome FROM watch.deliveries WHERE watch_id = $1 AND state = 'ended' ORDER BY ended_at",
      [watchId],
    );
    return rows.map(({ outcome }) => outcome);
  };
  return {
    database,
    openReceiver: async (options) => {
      const receiver = await startReceiver(options);
      receivers.push(receiver);
      return receiver;
    },
    outcomesOf,
    endedDeliveries: (watchId, count) =>
      until(
        () => outcomesOf(watchId),
        (outcomes) => outcomes.length >= count,
        deliveryTimeoutMs,
      ),
    close: async () => {
      await Promise.all(receivers.map((receiver) => receiver.close()));
      await database.end();
    },
  };
}
