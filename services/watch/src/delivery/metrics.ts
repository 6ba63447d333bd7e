import type { Metrics } from '@assay/service/metrics';

/** What delivering tells of itself. */
export type DeliveryMeasures = {
  /** A visit of a trigger, by what came of it; with a delay where a notification was received. */
  readonly handled: (outcome: string, delayMs: number | undefined) => void;
  readonly underWay: (triggers: number) => void;
  /** What billing answered to a settlement. */
  readonly settled: (answer: string) => void;
  readonly owed: (settlements: { readonly count: number; readonly oldestSeconds: number }) => void;
  readonly overHold: () => void;
};

const delayBucketsSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];

/** Creates the metrics of deliveries. */
export function createDeliveryMeasures(metrics: Metrics): DeliveryMeasures {
  const handled = metrics.counter(
    'assay_watch_deliveries_total',
    'Visits of triggers, by what came of them: delivered, failed, unmet and so on, or why they come again.',
    ['outcome'],
  );
  const delay = metrics.histogram(
    'assay_watch_notification_delay_seconds',
    'From the read that saw a change to the receipt of its notification.',
    [],
    delayBucketsSeconds,
  );
  const underWay = metrics.gauge(
    'assay_watch_triggers_under_way',
    'Triggers taken and not settled with the queue.',
    [],
  );
  const settled = metrics.counter(
    'assay_watch_settlements_total',
    'Settlements told to billing, by its answer; a fault is its code.',
    ['answer'],
  );
  const owed = metrics.gauge('assay_watch_settlements_owed', 'Settlements that billing has not taken yet.', []);
  const oldest = metrics.gauge('assay_watch_settlement_oldest_seconds', 'Age of the oldest of them.', []);
  const overHold = metrics.counter(
    'assay_debits_over_hold_total',
    'Calls that cost more than the most their type was said to cost; they were charged the hold alone.',
    [],
  );
  return {
    handled: (outcome, delayMs) => {
      handled.inc({ outcome });
      if (delayMs !== undefined) {
        delay.observe(Math.max(0, delayMs) / 1_000);
      }
    },
    underWay: (triggers) => underWay.set(triggers),
    settled: (answer) => settled.inc({ answer }),
    owed: ({ count, oldestSeconds }) => {
      owed.set(count);
      oldest.set(oldestSeconds);
    },
    overHold: () => overHold.inc(),
  };
}
