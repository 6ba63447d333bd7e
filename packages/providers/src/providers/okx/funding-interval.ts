import { wholeNumber } from '../../readings.ts';

const hourMs = 3_600_000;

/** The times of a funding rate, in milliseconds since the Unix epoch, as OKX writes them. */
export type FundingTimes = {
  readonly prevFundingTime?: string | null | undefined;
  readonly fundingTime: string;
  readonly nextFundingTime?: string | null | undefined;
};

/**
 * Returns the length in hours of the period for which a rate is paid: the time from the settlement before `fundingTime`
 * to `fundingTime`. When that settlement is unknown, returns the length of the following period. The two lengths differ
 * only around a change of the interval. OKX changes the intervals of its swaps at short notice:
 * github.com/nautechsystems/nautilus_trader/issues/3676, github.com/ccxt/ccxt/issues/12024 and 14441, read 2026-11-27.
 * Undefined when neither length is positive.
 */
export function okxIntervalHours({ prevFundingTime, fundingTime, nextFundingTime }: FundingTimes): number | undefined {
  const [before, at, after] = [prevFundingTime, fundingTime, nextFundingTime].map((text) => wholeNumber(text ?? ''));
  if (at === undefined) {
    return undefined;
  }
  const lengthsMs = [before === undefined || before === 0 ? 0 : at - before, (after ?? 0) - at];
  const lengthMs = lengthsMs.find((length) => length > 0);
  return lengthMs === undefined ? undefined : lengthMs / hourMs;
}
