import type { Level } from '@assay/catalog/define';
import type { Metrics } from '@assay/telemetry/metrics';
import type { BelowLevelStep } from './ports.ts';

/** Metrics of deliveries. */
export type DeliveryMetrics = {
  /**
   * Counts one delivery of a trigger.
   * @param outcome the outcome of a finished delivery, or the reason of a retry.
   * @param delayMs time from the observed change to the receipt, if the notification was received.
   */
  readonly onResult: (outcome: string, delayMs: number | undefined) => void;
  /** Sets the number of triggers in flight. */
  readonly inFlight: (triggers: number) => void;
  /** Counts one answer of billing to a settlement. */
  readonly onSettlement: (answer: string) => void;
  /** Sets the number of pending settlements and the age of the oldest. */
  readonly pendingSettlements: (settlements: { readonly count: number; readonly oldestSeconds: number }) => void;
  readonly onHoldExceeded: () => void;
  /** Counts one verification that did not reach the minimum level of its watch. */
  readonly onBelowLevel: (required: Level, next: BelowLevelStep) => void;
};

const delayBucketsSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];

/** Creates the metrics of deliveries. */
export function createDeliveryMetrics(metrics: Metrics): DeliveryMetrics {
  const results = metrics.counter(
    'assay_watch_deliveries_total',
    'Deliveries of triggers from the queue, by outcome or by the reason of a retry.',
    ['outcome'],
  );
  const delay = metrics.histogram(
    'assay_watch_notification_delay_seconds',
    'Time from the read that observed a change to the receipt of its notification.',
    [],
    delayBucketsSeconds,
  );
  const inFlight = metrics.gauge(
    'assay_watch_triggers_under_way',
    'Triggers that a worker took from the queue and has not acknowledged.',
    [],
  );
  const settlements = metrics.counter(
    'assay_watch_settlements_total',
    "Settlements sent to billing, by billing's answer or by the code of the error.",
    ['answer'],
  );
  const pending = metrics.gauge('assay_watch_settlements_owed', 'Settlements that billing has not taken yet.', []);
  const oldest = metrics.gauge('assay_watch_settlement_oldest_seconds', 'Age of the oldest pending settlement.', []);
  const holdExceeded = metrics.counter(
    'assay_debits_over_hold_total',
    'Calls that cost more than the maximum of their type. The account was charged the hold.',
    [],
  );
  const belowLevel = metrics.counter(
    'assay_watch_below_min_level_total',
    'Verifications that did not reach the minimum level of their watch, so that nothing was sent. The delivery was repeated or ended.',
    ['required', 'next'],
  );
  return {
    onResult: (outcome, delayMs) => {
      results.inc({ outcome });
      if (delayMs !== undefined) {
        delay.observe(Math.max(0, delayMs) / 1_000);
      }
    },
    inFlight: (triggers) => inFlight.set(triggers),
    onSettlement: (answer) => settlements.inc({ answer }),
    pendingSettlements: ({ count, oldestSeconds }) => {
      pending.set(count);
      oldest.set(oldestSeconds);
    },
    onHoldExceeded: () => holdExceeded.inc(),
    onBelowLevel: (required, next) => belowLevel.inc({ required, next }),
  };
}
