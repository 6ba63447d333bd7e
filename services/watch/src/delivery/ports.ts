import type { Egress } from '@assay/egress/egress';
import type { Pricing } from '@assay/metering/charge';
import type { MeteringBilling } from '@assay/metering/hold';
import type { PendingSettlement } from '@assay/metering/settler';
import type { CallContext } from '@assay/rpc/context';
import type { VerifyRequest } from '@assay/rpc/gen/assay/engine/v1/VerifyRequest';
import type { Level } from '@assay/catalog/define';
import type { VerifyResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import type { AnsweredType } from '@assay/rpc/verified-answer';
import type { SealedText } from '@assay/storage/sealing';
import type { FullDestinations } from './admission/destination-share.ts';
import type { DeliveryClaim } from './claim/claim.ts';
import type { ClaimStore } from './claim/store.ts';

/** The result of one try to deliver a trigger: it is finished, or the queue delivers it again. */
export type DeliveryResult =
  | { readonly kind: 'done'; readonly outcome: string }
  /** When `afterMs` is absent, the pause grows with the number of deliveries. */
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs?: number };

/** How a delivery goes on after a verification below the watch's minimum level: it is repeated, or it ends. */
export type BelowLevelStep = 'repeated' | 'ended';

/** Dependencies of a delivery. */
export type DeliverPorts = {
  readonly claims: ClaimStore;
  /** Decrypts a webhook secret. Throws when no key of the key ring can decrypt it. */
  readonly openSecret: (sealed: SealedText, watchId: string) => string;
  /** Returns a data type of this build. Undefined for a type that it does not declare. */
  readonly typeOf: (type: string) => AnsweredType | undefined;
  /**
   * Returns the highest price of one call of a type, in micro-credits. Undefined until the engine has listed the type.
   */
  readonly maxDebitMicros: (type: string) => bigint | undefined;
  readonly billing: Pick<MeteringBilling, 'Hold'>;
  readonly pricing: Pricing;
  readonly verify: (request: VerifyRequest, context: CallContext) => Promise<VerifyResponse__Output>;
  readonly post: Egress['post'];
  readonly fullDestinations: Pick<FullDestinations, 'add'>;
  /** Settles a hold in the background. The database already contains the settlement, so a crash does not lose it. */
  readonly settle: (settlement: PendingSettlement) => void;
  readonly now: () => Date;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Called for each verification that did not reach the minimum level of its watch. Nothing was sent. */
  readonly onBelowLevel: (required: Level, next: BelowLevelStep) => void;
  /** Called for a temporary failure. Either the trigger is delivered again, or the delivery has ended already. */
  readonly onWarning: (message: string, claim: DeliveryClaim, error?: unknown) => void;
  /** Called when a defect ended the delivery. */
  readonly onPermanentFailure: (claim: DeliveryClaim, error: unknown) => void;
};
