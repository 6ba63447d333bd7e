import { createSlots, type Slots } from '@assay/concurrency/fair-semaphore';
import type { Trigger } from '../claim/store.ts';

/** Whose notification wants a place, and where it would go. */
export type Place = {
  readonly accountId: string;
  readonly host: string;
  /** When its change was seen, in milliseconds since the Unix epoch: the oldest of an account goes first. */
  readonly sinceMs: number;
};

/** The place that a trigger's notification needs. */
export function placeOf(
  trigger: Pick<Trigger, 'observedAtMs'>,
  watch: { readonly accountId: string; readonly webhookUrl: string },
): Place {
  return { accountId: watch.accountId, host: new URL(watch.webhookUrl).host, sinceMs: trigger.observedAtMs };
}

/** Notifications under way at once in one replica. The egress is given at least as many places for a host and in all. */
export const deliveryLimits = { perAccount: 64, perHost: 8, inAll: 512 } as const;

/** Triggers that wait for one of those places in memory. The others wait in the queue. */
const waitingLimits = { perAccount: 128, perHost: 16, inAll: 1_024 } as const;
const waitForTurnMs = 20_000;

/**
 * Builds the places of the deliveries. An account has its own bound, and those that wait for the same host or for a place at all
 * take turns account by account: so nobody waits behind all that another one has set going.
 */
export function createPlaces(): Slots<Place> {
  return createSlots<Place>({
    bounds: [
      { of: ({ accountId }) => accountId, inside: deliveryLimits.perAccount, waiting: waitingLimits.perAccount },
      { of: ({ host }) => host, inside: deliveryLimits.perHost, waiting: waitingLimits.perHost },
      { of: () => 'all', inside: deliveryLimits.inAll, waiting: waitingLimits.inAll },
    ],
    waitMs: waitForTurnMs,
    party: ({ accountId }) => accountId,
    since: ({ sinceMs }) => sinceMs,
  });
}
