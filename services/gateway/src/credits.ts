import { Fault } from '@assay/faults/faults';

const microsPerCredit = 1_000_000n;

/**
 * An amount of credits as a plain decimal of at most 6 places, without trailing zeros. It is valid JSON number text,
 * so that an amount is written into a body without passing through a float.
 * @param micros micro-credits; negative amounts are written with a minus.
 */
export function creditsText(micros: bigint): string {
  const sign = micros < 0n ? '-' : '';
  const size = micros < 0n ? -micros : micros;
  const fraction = (size % microsPerCredit).toString().padStart(6, '0').replace(/0+$/, '');
  const whole = (size / microsPerCredit).toString();
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}

/**
 * The fault of a hold that the balance does not cover, with what would have to be free.
 * @param balanceMicros what the account has, holds of calls under way not deducted.
 */
export function insufficientCredits(holdMicros: bigint, balanceMicros: bigint): Fault {
  const message =
    `this call may cost up to ${creditsText(holdMicros)} credits, and less is free of the balance of ` +
    `${creditsText(balanceMicros)}; add credits`;
  return new Fault('INSUFFICIENT_CREDITS', message, { extra: { balance: balanceMicros } });
}
