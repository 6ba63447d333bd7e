import { levels } from '@assay/catalog/define';
import type { UsageOutcome } from '@assay/catalog/outcomes';
import type { DeliveredAnswer, VerifiedAnswer } from '@assay/rpc/verified-answer';
import type { Hold } from './hold.ts';
import { debitMicros } from './markup.ts';

/** The rules for prices and for work that costs more than its hold. */
export type Pricing = {
  /** The price of an answer in basis points of its cost. */
  readonly markupBasisPoints: bigint;
  /** Called when work cost more than its hold. The account then pays only the hold. */
  readonly onHoldExceeded: (hold: Hold, debitMicros: bigint) => void;
};

/** The charge for a piece of work, and how the work ended for the account's usage. All amounts are in micro-credits. */
export type Charge = {
  /** The amount to capture: the sum of the prices, and at most the hold. */
  readonly captureMicros: bigint;
  /** The price of each answer, in the order of the answers. The prices may add up to more than the hold. */
  readonly priceMicros: readonly bigint[];
  readonly outcome: UsageOutcome;
  /** The lowest level of the delivered answers. Empty when no answer was delivered. */
  readonly level: string;
};

/** The charge of work that failed. */
export const noCharge: Charge = { captureMicros: 0n, priceMicros: [], outcome: 'error', level: '' };

/**
 * Returns the charge for a piece of work. The price of a delivered answer is its total cost times the markup; every
 * other answer is free. Work with several answers, such as a gate, counts as delivered if any of them was delivered.
 */
export function chargeFor(answers: readonly VerifiedAnswer[], hold: Hold, pricing: Pricing): Charge {
  const delivered = answers.filter(isDelivered);
  const [first] = delivered.length > 0 ? delivered : answers;
  if (first === undefined) {
    return noCharge;
  }
  const priceMicros = answers.map((answer) =>
    isDelivered(answer) ? debitMicros(BigInt(answer.total_cost_micros), pricing.markupBasisPoints) : 0n,
  );
  const sum = priceMicros.reduce((total, price) => total + price, 0n);
  if (sum > hold.micros) {
    pricing.onHoldExceeded(hold, sum);
  }
  const ranks = delivered.map(({ level }) => levels.indexOf(level));
  return {
    captureMicros: sum > hold.micros ? hold.micros : sum,
    priceMicros,
    outcome: first.outcome,
    level: ranks.length === 0 ? '' : (levels[Math.min(...ranks)] ?? ''),
  };
}

/**
 * Divides a captured amount among the answers, in their order. The amount is smaller than the sum of the prices when
 * the prices exceed the hold.
 */
export function sharesOf(capturedMicros: bigint, priceMicros: readonly bigint[]): bigint[] {
  let left = capturedMicros;
  return priceMicros.map((price) => {
    const share = price < left ? price : left;
    left -= share;
    return share;
  });
}

/** Returns whether an answer has a datum, and therefore a price. */
export function isDelivered(answer: VerifiedAnswer): answer is DeliveredAnswer {
  return answer.outcome === 'delivered';
}
