import type { UsageOutcome } from '@assay/catalog/outcomes';
import { Fault } from '@assay/faults/faults';
import { remainingMs, type CallContext } from '@assay/rpc/context';
import type { VerifiedAnswer } from '@assay/rpc/verified-answer';
import { billingFault } from './billing-faults.ts';
import { chargeFor, isDelivered, noCharge, sharesOf, type Charge, type Pricing } from './charge.ts';
import type { ConfirmationQueue } from './confirmation-queue.ts';
import { insufficientCredits } from './credits.ts';
import { takeHold, type Hold, type MeteringBilling } from './hold.ts';
import { settleHold } from './settlement.ts';

/** A call whose caller still waits for the answer. */
export type OpenCall = {
  /** The trace of the call, and the time by which its answer must be written. */
  readonly context: CallContext;
  /** Returns whether the caller still waits. */
  readonly isOpen: () => boolean;
};

/** The result of a metered call, after its settlement. */
export type MeteredResult<Result> = {
  readonly result: Result;
  /** The amount that billing captured, in micro-credits. */
  readonly debitedMicros: bigint;
  /** The share of each answer in micro-credits, in the order of the answers. The shares add up to `debitedMicros`. */
  readonly partDebitsMicros: readonly bigint[];
  /** The balance after this call's own capture, in micro-credits. */
  readonly balanceMicros: bigint;
  /** Confirms whether the response reached the connection. Billing reverses a charge that is never confirmed. */
  readonly onDelivered: (delivered: boolean) => void;
};

/** Work that an account pays for. */
export type MeteredWork<Result> = {
  readonly work: (context: CallContext) => Promise<Result>;
  /** Returns the engine's answers for which the account pays. */
  readonly parts: (result: Result) => readonly VerifiedAnswer[];
  /** Returns how the work ended, for the account's usage. When absent, the answers decide. */
  readonly outcome?: (result: Result) => UsageOutcome;
  /** Stores what must not be lost once the response has left. It runs while billing settles the call. */
  readonly persist?: (result: Result, context: CallContext) => Promise<void>;
};

/** Runs calls for which an account pays. It takes the hold, settles it, and confirms the delivery. */
export type MeteredCalls = {
  /** Takes a hold for an account that was admitted without a hold. Throws INSUFFICIENT_CREDITS with the balance. */
  readonly takeHold: (call: OpenCall, admitted: { readonly accountId: string }, hold: Hold) => Promise<void>;
  /** Releases a hold whose work will not run. */
  readonly releaseHold: (hold: Hold) => void;
  /**
   * Runs the work under a hold that was taken, and settles the hold. Releases the hold and rethrows when the work
   * fails. Throws UNAVAILABLE or DEADLINE_EXCEEDED when it is unknown whether billing settled; billing then reverses
   * any capture. Also rethrows an error of `persist`, after which billing reverses the capture too.
   */
  readonly run: <Result>(call: OpenCall, hold: Hold, metered: MeteredWork<Result>) => Promise<MeteredResult<Result>>;
};

/** The settings and tools of metered calls. */
export type MeteredCallOptions = Pricing & {
  readonly billing: Pick<MeteringBilling, 'Hold' | 'Settle'>;
  readonly confirmations: Pick<ConfirmationQueue, 'delivered' | 'undelivered'>;
};

/** Time before the deadline at which the work must end, in milliseconds. It is left for the settlement. */
const settleReserveMs = 1_000;
/** Minimum time that the release of a hold gets when the deadline of the call has passed, in milliseconds. */
const minReleaseMs = 250;

/** Creates the metered calls over billing's methods. */
export function createMeteredCalls(options: MeteredCallOptions): MeteredCalls {
  const { billing, confirmations } = options;
  return {
    takeHold: async (call, { accountId }, hold) => {
      const taken = await takeHold(billing, accountId, hold, call.context).catch((thrown: unknown) => {
        confirmations.undelivered(hold.id);
        throw thrown;
      });
      if (!taken.isHeld) {
        throw insufficientCredits(hold.micros, taken.balanceMicros);
      }
    },
    releaseHold: (hold) => confirmations.undelivered(hold.id),
    run: (call, hold, metered) => runMetered(options, call, hold, metered),
  };
}

async function runMetered<Result>(
  options: MeteredCallOptions,
  call: OpenCall,
  hold: Hold,
  { work, parts: partsOf, outcome, persist }: MeteredWork<Result>,
): Promise<MeteredResult<Result>> {
  let result: Result;
  try {
    const deadlineAtMs = call.context.deadlineAtMs - settleReserveMs;
    result = await work({ trace: call.context.trace, deadlineAtMs });
  } catch (thrown) {
    // The caller gets the error of the work. When the release fails, the confirmation queue repeats it.
    await settle(options, call, hold, noCharge).catch(() => undefined);
    throw thrown;
  }
  const persisting = persist?.(result, call.context);
  const isTooLate = !call.isOpen() || remainingMs(call.context) <= 0;
  const parts = partsOf(result);
  const charge = isTooLate ? noCharge : chargeFor(parts, hold, options);
  const named = isTooLate || outcome === undefined ? {} : { outcome: outcome(result) };
  const settling = settle(options, call, hold, { ...charge, ...named });
  const { confirmations } = options;
  const { debitedMicros, balanceMicros } = await settledAndPersisted(settling, persisting, () =>
    confirmations.undelivered(hold.id),
  );
  if (isTooLate) {
    throw new Fault('DEADLINE_EXCEEDED');
  }
  const onDelivered = (delivered: boolean): void => {
    if (parts.some(isDelivered)) {
      (delivered ? confirmations.delivered : confirmations.undelivered)(hold.id);
    }
  };
  const partDebitsMicros = sharesOf(debitedMicros, charge.priceMicros);
  return { result, debitedMicros, partDebitsMicros, balanceMicros, onDelivered };
}

type SettledCall = { readonly debitedMicros: bigint; readonly balanceMicros: bigint };

/**
 * Waits for the settlement and for the persistence. Throws the settlement's error first. Calls `onUnpersisted` when
 * only the persistence failed.
 */
async function settledAndPersisted(
  settling: Promise<SettledCall>,
  persisting: Promise<void> | undefined,
  onUnpersisted: () => void,
): Promise<SettledCall> {
  if (persisting === undefined) {
    return settling;
  }
  const [settled, persisted] = await Promise.allSettled([settling, persisting]);
  if (settled.status === 'rejected') {
    throw settled.reason;
  }
  if (persisted.status === 'rejected') {
    onUnpersisted();
    throw persisted.reason;
  }
  return settled.value;
}

async function settle(
  { billing, confirmations }: MeteredCallOptions,
  { context }: OpenCall,
  hold: Hold,
  { captureMicros, outcome, level }: Charge,
): Promise<SettledCall> {
  try {
    const settlement = { holdId: hold.id, captureMicros, outcome, level };
    const deadlineAtMs = Math.max(context.deadlineAtMs, performance.now() + minReleaseMs);
    const settled = await settleHold(billing, settlement, false, { trace: context.trace, deadlineAtMs });
    if (settled.answer !== 'settled') {
      throw new Fault('UNAVAILABLE', undefined, { cause: new Error(`billing answered ${settled.answer}`) });
    }
    return { debitedMicros: settled.capturedMicros, balanceMicros: settled.balanceMicros };
  } catch (thrown) {
    // Billing may have captured the amount nevertheless. The caller gets no answer, so billing must reverse the
    // capture.
    confirmations.undelivered(hold.id);
    throw billingFault(thrown);
  }
}
