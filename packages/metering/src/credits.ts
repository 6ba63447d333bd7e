import { Fault } from '@assay/faults/faults';

/** Number of decimals of a credit. A credit has a million micro-credits. */
const decimals = 6;

/**
 * Formats an amount of credits as a decimal of at most 6 places, without trailing zeros. The text is a valid JSON
 * number. So a body can contain the amount without a conversion to a float.
 * @param micros micro-credits. A negative amount gets a minus.
 */
export function creditsText(micros: bigint): string {
  const sign = micros < 0n ? '-' : '';
  const digits = (micros < 0n ? -micros : micros).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}

/**
 * Returns the fault of a hold that the balance does not cover.
 * @param holdMicros the amount of the hold in micro-credits.
 * @param balanceMicros the account's balance in micro-credits, without deducting the holds of calls in flight.
 */
export function insufficientCredits(holdMicros: bigint, balanceMicros: bigint): Fault {
  const message =
    `this call may cost up to ${creditsText(holdMicros)} credits; the balance of ${creditsText(balanceMicros)} credits, ` +
    'minus the holds of calls in flight, does not cover that; ask the operator of this service to add credits';
  return new Fault('INSUFFICIENT_CREDITS', message, { extra: { balance: balanceMicros } });
}
