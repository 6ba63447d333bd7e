import { Fault } from '@assay/faults/faults';
import { remainingMs } from '@assay/rpc/context';
import type { VerifyResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import { debitMicros } from '@assay/service/markup';
import { randomUUID } from 'node:crypto';
import type { Confirmations } from './confirmation-queue.ts';
import { insufficientCredits } from './credits.ts';
import type { Billing } from './service-clients.ts';
import type { Admitted, Call } from './route.ts';

/** Credits set aside for one call, whether or not billing has taken them yet. */
export type Hold = {
  /** Unique; makes the hold and its settlement mean the same however often they are sent. */
  readonly id: string;
  readonly micros: bigint;
  /** What it is for, such as `get_data token.price`. */
  readonly operation: string;
};

/** What a call came to, settled. */
export type Charged<Answer> = {
  readonly answer: Answer;
  readonly debitedMicros: bigint;
  /** What of it each part came to, in the order of the parts; together they are all of it. */
  readonly partDebitsMicros: readonly bigint[];
  /** The balance after this call's own capture, in micro-credits. */
  readonly balanceMicros: bigint;
  /** To be told what became of the answer's bytes; a charge that is never confirmed is given back. */
  readonly handedOver: (delivered: boolean) => void;
};

/** Work that is paid for, and which answers of the engine it is paid by. */
export type PaidWork<Answer> = {
  readonly work: (context: Call['context']) => Promise<Answer>;
  readonly parts: (answer: Answer) => readonly VerifyResponse__Output[];
  /** Makes durable what has to be before the answer may leave, where the work has not; it runs while the call is settled. */
  readonly keep?: (answer: Answer, context: Call['context']) => Promise<void>;
};

/** The one bracket around all work that is paid for. */
export type Charging = {
  /** Takes a hold for an account that was admitted without one. Throws INSUFFICIENT_CREDITS with the balance. */
  readonly take: (call: Call, admitted: Admitted, hold: Hold) => Promise<void>;
  /**
   * Runs the work under a hold that was taken, and settles: each part that was delivered is charged its cost times
   * markup, everything else nothing. Throws what the work throws, its hold released, what keeping throws, and UNAVAILABLE or
   * DEADLINE_EXCEEDED when it is not certain that the settlement stands: then nothing may be delivered, and what was captured is given back.
   */
  readonly charged: <Answer>(call: Call, hold: Hold, paid: PaidWork<Answer>) => Promise<Charged<Answer>>;
};

const settleReserveMs = 1_000;
const lastReleaseMs = 250;

/** A fresh hold. Billing takes a hold of zero for none at all, so that even a free call holds one micro-credit. */
export function newHold(operation: string, micros: bigint): Hold {
  return { id: `h_${randomUUID()}`, micros: micros > 0n ? micros : 1n, operation };
}

/** What the bracket is built over. */
export type ChargingOptions = {
  readonly billing: Pick<Billing, 'Hold' | 'Settle'>;
  readonly confirmations: Pick<Confirmations, 'delivered' | 'undelivered'>;
  readonly markupBasisPoints: bigint;
  /** Told when work cost more than its hold; the caller is charged the hold at most. */
  readonly overHold: (hold: Hold, debitMicros: bigint) => void;
};

/** Builds the bracket over billing's calls. */
export function createCharging(options: ChargingOptions): Charging {
  return {
    take: (call, admitted, hold) => take(options, call, admitted, hold),
    charged: (call, hold, paid) => charged(options, call, hold, paid),
  };
}

async function take(options: ChargingOptions, call: Call, admitted: Admitted, hold: Hold): Promise<void> {
  let answer;
  try {
    answer = await options.billing.Hold(
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
    throw thrown;
  }
  if (!answer.held) {
    throw insufficientCredits(hold.micros, BigInt(answer.balance_micros));
  }
}

async function charged<Answer>(
  options: ChargingOptions,
  call: Call,
  hold: Hold,
  paid: PaidWork<Answer>,
): Promise<Charged<Answer>> {
  let answer: Answer;
  try {
    const deadlineAtMs = call.context.deadlineAtMs - settleReserveMs;
    answer = await paid.work({ trace: call.context.trace, deadlineAtMs });
  } catch (thrown) {
    // What broke the work is what the caller must hear of; a release that failed too is already sent again.
    await settle(options, call, hold, 0n).catch(() => undefined);
    throw thrown;
  }
  const keeping = paid.keep?.(answer, call.context);
  const tooLate = !call.open() || remainingMs(call.context) <= 0;
  const parts = paid.parts(answer);
  const debits = tooLate ? [] : parts.map((part) => debitOf(options, part));
  const settling = settle(options, call, hold, captureOf(options, debits, hold));
  const [settled, kept] = await Promise.allSettled([settling, keeping]);
  if (settled.status === 'rejected') {
    throw settled.reason;
  }
  const { confirmations } = options;
  if (kept.status === 'rejected') {
    confirmations.undelivered(hold.id);
    throw kept.reason;
  }
  if (tooLate) {
    throw new Fault('DEADLINE_EXCEEDED');
  }
  const handedOver = (delivered: boolean): void => {
    if (parts.some(isDelivered)) {
      (delivered ? confirmations.delivered : confirmations.undelivered)(hold.id);
    }
  };
  return { ...settled.value, answer, partDebitsMicros: shared(settled.value.debitedMicros, debits), handedOver };
}

async function settle(
  options: ChargingOptions,
  call: Call,
  hold: Hold,
  captureMicros: bigint,
): Promise<{ readonly debitedMicros: bigint; readonly balanceMicros: bigint }> {
  try {
    const settled = await options.billing.Settle(
      { hold_id: hold.id, capture_micros: captureMicros.toString() },
      { trace: call.context.trace, deadlineAtMs: Math.max(call.context.deadlineAtMs, Date.now() + lastReleaseMs) },
    );
    if (settled.settlement !== 'SETTLEMENT_SETTLED') {
      throw new Fault('UNAVAILABLE', undefined, { cause: new Error(`a hold was answered ${settled.settlement}`) });
    }
    return { debitedMicros: BigInt(settled.captured_micros), balanceMicros: BigInt(settled.balance_micros) };
  } catch (thrown) {
    // The capture may stand all the same; whoever got no answer must not have paid for one.
    options.confirmations.undelivered(hold.id);
    throw thrown;
  }
}

function isDelivered({ outcome }: VerifyResponse__Output): boolean {
  return outcome === 'OUTCOME_DELIVERED';
}

function debitOf({ markupBasisPoints }: ChargingOptions, part: VerifyResponse__Output): bigint {
  return isDelivered(part) ? debitMicros(BigInt(part.total_cost_micros), markupBasisPoints) : 0n;
}

function captureOf(options: ChargingOptions, debits: readonly bigint[], hold: Hold): bigint {
  const debit = debits.reduce((sum, each) => sum + each, 0n);
  if (debit > hold.micros) {
    options.overHold(hold, debit);
    return hold.micros;
  }
  return debit;
}

/** Deals out what was captured, which is less than the parts came to when they came to more than was held. */
function shared(capturedMicros: bigint, debits: readonly bigint[]): bigint[] {
  let left = capturedMicros;
  return debits.map((debit) => {
    const share = debit < left ? debit : left;
    left -= share;
    return share;
  });
}
