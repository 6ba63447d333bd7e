import { createFairSemaphore, type FairSemaphore } from '@assay/concurrency/fair-semaphore';
import type { Trigger } from '../queue/trigger.ts';

/** A request for a permit, which a delivery needs before it starts. */
export type PermitRequest = {
  readonly accountId: string;
  /** Host and port of the webhook. */
  readonly host: string;
  /**
   * When the change was observed, in milliseconds since the Unix epoch. The oldest request of an account goes first.
   */
  readonly sinceMs: number;
};

/** Returns the permit request of a trigger. */
export function permitRequestOf(
  trigger: Pick<Trigger, 'observedAtMs'>,
  watch: { readonly accountId: string; readonly webhookUrl: string },
): PermitRequest {
  return { accountId: watch.accountId, host: new URL(watch.webhookUrl).host, sinceMs: trigger.observedAtMs };
}

/**
 * Maximum number of deliveries in flight in one replica. The egress must allow at least as many per host and in total.
 */
export const deliveryLimits = { perAccount: 64, perHost: 8, total: 512 } as const;

/** Maximum number of triggers that wait in memory for a permit. Further triggers wait in the queue. */
const queueLimits = { perAccount: 128, perHost: 16, total: 1_024 } as const;
const maxWaitMs = 20_000;

/**
 * Creates the semaphore of deliveries. When a host or the whole replica is at its limit, the waiting accounts get
 * permits in turn. So no account waits behind all deliveries of another one.
 */
export function createDeliveryPermits(): FairSemaphore<PermitRequest> {
  return createFairSemaphore<PermitRequest>({
    limits: [
      { keyOf: ({ accountId }) => accountId, permits: deliveryLimits.perAccount, queue: queueLimits.perAccount },
      { keyOf: ({ host }) => host, permits: deliveryLimits.perHost, queue: queueLimits.perHost },
      { keyOf: () => 'all', permits: deliveryLimits.total, queue: queueLimits.total },
    ],
    maxWaitMs,
    tenantOf: ({ accountId }) => accountId,
    rankOf: ({ sinceMs }) => sinceMs,
  });
}
