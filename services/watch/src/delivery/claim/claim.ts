import { randomUUID } from 'node:crypto';
import type { Level } from '@assay/catalog/define';
import type { DeliveryOutcome } from '@assay/catalog/outcomes';
import { newHoldId } from '@assay/identifiers/time-ordered-id';
import type { SealedText } from '@assay/storage/sealing';
import type { Trigger } from '../queue/trigger.ts';

/** One worker's claim to a trigger. The database lets only the holder of the claim change the delivery. */
export type DeliveryClaim = {
  /** A unique id. Two claims to the same trigger have different ids. */
  readonly id: string;
  readonly triggerId: string;
  readonly watchId: string;
  /** Slot of the read that observed the change. */
  readonly slot: bigint;
  /** Time of the read that observed the change, in milliseconds since the Unix epoch. */
  readonly observedAtMs: number;
  /** W3C traceparent of the delivery's span. */
  readonly traceparent: string;
  /** Id of the hold that pays for the delivery. */
  readonly holdId: string;
};

/**
 * The stored fields of a watch that a delivery needs. The condition and the parameters are unvalidated JSON, and the
 * minimum level is unvalidated text.
 */
export type WatchToDeliver = {
  readonly accountId: string;
  readonly type: string;
  readonly minLevelText: string;
  readonly paramsJson: string;
  readonly conditionJson: string | null;
  readonly webhookUrl: string;
  readonly secret: SealedText;
  /** JSON of the value that the condition compares with. Null before the first verification. */
  readonly comparedJson: string | null;
  /**
   * For a watch of chain.token_risk, JSON of the risk factors that belong to the compared value. Null for every other
   * watch.
   */
  readonly basisJson: string | null;
};

/** The reason why a trigger needs no delivery. The SQL function take_up describes each reason. */
export type NoDeliveryReason = 'gone' | 'repeated' | 'lost' | 'covered' | 'debounced' | 'merged';

/** Result of a claim: the watch, a reason not to deliver, or a reason to try again later. */
export type ClaimResult =
  | { readonly answer: 'taken'; readonly watch: WatchToDeliver }
  | { readonly answer: NoDeliveryReason }
  | { readonly answer: 'waits' | 'running' | 'over_share' };

/**
 * The result of starting to send: sending may begin, the claim is lost, or a destination may get no more notifications
 * now.
 */
export type StartResult = 'sending' | 'gone' | 'destination_minute' | 'destination_in_flight';

/** The result of a delivery, which is stored when the delivery ends. */
export type DeliveryEnding = {
  readonly outcome: Exclude<DeliveryOutcome, 'lost' | 'superseded' | 'covered' | 'debounced'>;
  readonly httpStatus?: number | undefined;
  /** A message for the watch's owner. It contains no address. */
  readonly error?: string;
  /** JSON of the value that the next verification is compared with. Absent to leave the present value unchanged. */
  readonly comparedJson?: string | undefined;
  /** JSON of the risk factors that belong to that value. Absent to leave the stored factors unchanged. */
  readonly basisJson?: string | undefined;
  /** The reason why the condition could not be evaluated, for the watch's owner. Absent when it could. */
  readonly notEvaluated?: string | undefined;
  /**
   * Slot of the verification. Absent unless the verification counts: its notification was received, or there was
   * nothing to notify.
   */
  readonly slot?: bigint | undefined;
  /** Price of the notification in micro-credits. Zero unless the webhook received the notification. */
  readonly captureMicros: bigint;
  /**
   * The level of the notification's datum, for the account's usage. Absent unless the webhook received the
   * notification.
   */
  readonly level?: Level;
};

/** Creates a new claim to a trigger. The claim has no effect until the store accepts it. */
export function createClaim(trigger: Trigger, traceparent: string): DeliveryClaim {
  return {
    id: randomUUID(),
    triggerId: trigger.id,
    watchId: trigger.watchId,
    slot: trigger.slot,
    observedAtMs: trigger.observedAtMs,
    traceparent,
    holdId: newHoldId(),
  };
}
