import type { CallContext } from '@assay/rpc/context';
import type { Trigger } from '../queue/trigger.ts';
import type { DeliveryClaim } from './claim.ts';

/** The facts that every step of one delivery uses. */
export type DeliveryContext = {
  readonly claim: DeliveryClaim;
  readonly trigger: Trigger;
  /** Number of times that the queue delivered the trigger, this time included. */
  readonly deliveryCount: number;
  /** The trace of the delivery, for its calls and spans. */
  readonly trace: CallContext['trace'];
  /** Id of the delivery's trace: 32 lowercase hex digits. */
  readonly traceId: string;
};
