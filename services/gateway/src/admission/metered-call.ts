import { levels } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import { remainingMs } from '@assay/rpc/context';
import type { VerifyResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import { fromProtoLevel } from '@assay/rpc/levels';
import { fromProtoOutcome } from '@assay/rpc/outcomes';
import { debitMicros } from '@assay/metering/markup';
import { newHoldId } from '@assay/identifiers/time-ordered-id';
import { billingFault } from './billing-faults.ts';
import type { ConfirmationQueue } from './confirmation-queue.ts';
import { insufficientCredits } from './credits.ts';
import type { AdmittedCaller, ApiCall } from './api-call.ts';
import type { BillingClient } from '../service-clients.ts';

/** Credits to set aside for one call. Billing may not have taken the hold yet. */
export type Hold = {
  /**
   * A unique id that sorts by time. Billing treats repeated requests with the same id as one hold and one settlement.
   */
  readonly id: string;
  /** The amount in micro-credits. */
  readonly micros: bigint;
  /** The call that the hold is for, such as `get_data token.price`. */
  readonly operation: string;
};

/** The result of a metered call, after its settlement. */
export type MeteredResult<Result> = {
  readonly result: Result;
  /** The amount captured, in micro-credits. */
  readonly debitedMicros: bigint;
  /** The debit of each part in micro-credits, in the order of the parts. The debits add up to `debitedMicros`. */
  readonly partDebitsMicros: readonly bigint[];
  /** The balance after the capture for this call, in micro-credits. */
  readonly balanceMicros: bigint;
  /** Reports whether the response reached the connection. Billing reverses a charge that is never confirmed. */
  readonly onDelivered: (delivered: boolean) => void;
};

/** Work that an account pays for. */
export type MeteredWork<Result> = {
  readonly work: (context: ApiCall['context']) => Promise<Result>;
  /** Returns the engine's answers that the account pays for. */
  readonly parts: (result: Result) => readonly VerifyResponse__Output[];
  /** Stores what must be durable before the response is sent. Runs while billing settles the call. */
  readonly persist?: (result: Result, context: ApiCall['context']) => Promise<void>;
};

/** Runs work that an account pays for: takes the hold, settles it, and confirms the delivery. */
export type MeteredCalls = {
  /** Takes a hold for an account that was admitted without one. Throws INSUFFICIENT_CREDITS with the balance. */
  readonly takeHold: (call: ApiCall, admitted: AdmittedCaller, hold: Hold) => Promise<void>;
  /** Releases a hold when its work will not run. */
  readonly releaseHold: (hold: Hold) => void;
  /**
   * Runs the work under a hold that was taken, and settles the hold. The account pays the cost times the markup for
   * each delivered part, and nothing for any other part. Releases the hold and rethrows when the work fails. Throws
   * UNAVAILABLE or DEADLINE_EXCEEDED when the settlement is uncertain. Rethrows what `persist` throws. In both cases
   * billing reverses any capture.
   */
  readonly run: <Result>(call: ApiCall, hold: Hold, metered: MeteredWork<Result>) => Promise<MeteredResult<Result>>;
};

/** The dependencies of metered calls. */
export type MeteredCallOptions = {
  readonly billing: Pick<BillingClient, 'Hold' | 'Settle'>;
  readonly confirmations: Pick<ConfirmationQueue, 'delivered' | 'undelivered'>;
  /** The price of an answer in basis points of its cost. */
  readonly markupBasisPoints: bigint;
  /** Called when a call costs more than its hold. The account then pays only the hold. */
  readonly onHoldExceeded: (hold: Hold, debitMicros: bigint) => void;
};

/** Time before the deadline that is reserved for the settlement, in milliseconds. */
const settleReserveMs = 1_000;
/** Minimum time for a release, in milliseconds, even when the call's deadline has passed. */
const minReleaseMs = 250;

/**
 * Returns a new hold. Billing reads an amount of zero as "no hold", so the hold of a free call is one micro-credit.
 * @param micros the amount in micro-credits.
 */
export function newHold(operation: string, micros: bigint): Hold {
  return { id: newHoldId(), micros: micros > 0n ? micros : 1n, operation };
}

/** Creates the metered calls over billing's methods. */
export function createMeteredCalls(options: MeteredCallOptions): MeteredCalls {
  return {
    takeHold: (call, admitted, hold) => takeHold(options, call, admitted, hold),
    releaseHold: (hold) => options.confirmations.undelivered(hold.id),
    run: (call, hold, metered) => runMetered(options, call, hold, metered),
  };
}

async function takeHold(
  options: MeteredCallOptions,
  call: ApiCall,
  admitted: AdmittedCaller,
  hold: Hold,
): Promise<void> {
  let response;
  try {
    response = await options.billing.Hold(
      {
        account_id: admitted.accountId,
        hold_micros: hold.micros.toString(),
        hold_id: hold.id,
        trace_id: call.traceId.slice('tr_'.length),
        operation: hold.operation,
      },
      call.context,
    );
  } catch (thrown) {
    options.confirmations.undelivered(hold.id);
    throw billingFault(thrown);
  }
  if (!response.held) {
    throw insufficientCredits(hold.micros, BigInt(response.balance_micros));
  }
}

async function runMetered<Result>(
  options: MeteredCallOptions,
  call: ApiCall,
  hold: Hold,
  { work, parts: partsOf, persist }: MeteredWork<Result>,
): Promise<MeteredResult<Result>> {
  let result: Result;
  try {
    const deadlineAtMs = call.context.deadlineAtMs - settleReserveMs;
    result = await work({ trace: call.context.trace, deadlineAtMs });
  } catch (thrown) {
    // The caller receives the error of the work. If the release fails, the confirmation queue repeats it.
    await settle(options, call, hold, { captureMicros: 0n, outcome: 'error', level: '' }).catch(() => undefined);
    throw thrown;
  }
  const persisting = persist?.(result, call.context);
  const isTooLate = !call.isOpen() || remainingMs(call.context) <= 0;
  const parts = partsOf(result);
  const debits = isTooLate ? [] : parts.map((part) => debitOf(options, part));
  const settling = settle(options, call, hold, {
    captureMicros: captureOf(options, debits, hold),
    ...(isTooLate ? { outcome: 'error', level: '' } : outcomeOf(parts)),
  });
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
  return { result, debitedMicros, partDebitsMicros: splitCapture(debitedMicros, debits), balanceMicros, onDelivered };
}

type Settled = { readonly debitedMicros: bigint; readonly balanceMicros: bigint };

/**
 * Waits for both promises. If both fail, throws the settlement's error. Calls `onUnpersisted` when only the persistence
 * failed.
 */
async function settledAndPersisted(
  settling: Promise<Settled>,
  persisting: Promise<void> | undefined,
  onUnpersisted: () => void,
): Promise<Settled> {
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
  options: MeteredCallOptions,
  call: ApiCall,
  hold: Hold,
  { captureMicros, outcome, level }: CallEnd & { readonly captureMicros: bigint },
): Promise<Settled> {
  try {
    const settled = await options.billing.Settle(
      { hold_id: hold.id, capture_micros: captureMicros.toString(), outcome, level },
      {
        trace: call.context.trace,
        deadlineAtMs: Math.max(call.context.deadlineAtMs, performance.now() + minReleaseMs),
      },
    );
    if (settled.settlement !== 'SETTLEMENT_SETTLED') {
      throw new Fault('UNAVAILABLE', undefined, { cause: new Error(`billing answered ${settled.settlement}`) });
    }
    return { debitedMicros: BigInt(settled.captured_micros), balanceMicros: BigInt(settled.balance_micros) };
  } catch (thrown) {
    // Billing may have captured nevertheless. The caller gets no answer, so billing must reverse that capture.
    options.confirmations.undelivered(hold.id);
    throw billingFault(thrown);
  }
}

/** The outcome and the level of a call, for the account's usage. */
type CallEnd = { readonly outcome: string; readonly level: string };

/**
 * Returns the outcome and the level of a call. A call with several parts, such as a gate call, counts as delivered if
 * any part was delivered. Its level is the lowest level of the delivered parts.
 */
function outcomeOf(parts: readonly VerifyResponse__Output[]): CallEnd {
  const delivered = parts.filter(isDelivered);
  const [first] = delivered.length > 0 ? delivered : parts;
  if (first === undefined) {
    return { outcome: 'error', level: '' };
  }
  const ranks = delivered.map(({ level }) => levels.indexOf(fromProtoLevel(level) ?? levels[0]));
  return {
    outcome: fromProtoOutcome(first.outcome) ?? 'error',
    level: ranks.length === 0 ? '' : (levels[Math.min(...ranks)] ?? ''),
  };
}

function isDelivered({ outcome }: VerifyResponse__Output): boolean {
  return outcome === 'OUTCOME_DELIVERED';
}

function debitOf({ markupBasisPoints }: MeteredCallOptions, part: VerifyResponse__Output): bigint {
  return isDelivered(part) ? debitMicros(BigInt(part.total_cost_micros), markupBasisPoints) : 0n;
}

function captureOf(options: MeteredCallOptions, debits: readonly bigint[], hold: Hold): bigint {
  const debit = debits.reduce((sum, each) => sum + each, 0n);
  if (debit > hold.micros) {
    options.onHoldExceeded(hold, debit);
    return hold.micros;
  }
  return debit;
}

/**
 * Splits the captured amount between the parts. The captured amount is less than the sum of the debits when they exceed
 * the hold.
 */
function splitCapture(capturedMicros: bigint, debits: readonly bigint[]): bigint[] {
  let left = capturedMicros;
  return debits.map((debit) => {
    const share = debit < left ? debit : left;
    left -= share;
    return share;
  });
}
