/** Rates of a configuration, in millionths. */
export type CpmmRates = {
  readonly tradeFee: bigint;
  readonly protocolFee: bigint;
  readonly fundFee: bigint;
  /** Zero where the pool has none. */
  readonly creatorFee: bigint;
};

/** What a trade does to a pool, in base units. */
export type CpmmTrade = {
  /** What came in, the token's own transfer fee taken off. */
  readonly arriving: bigint;
  /** What leaves the vault. */
  readonly leaving: bigint;
  readonly tradeFee: bigint;
  readonly protocolFee: bigint;
  readonly fundFee: bigint;
  readonly creatorFee: bigint;
  readonly creatorFeeOnInput: boolean;
};

const whole = 1_000_000n;
const mostU64 = 2n ** 64n - 1n;

/** Which token the creator's fee is taken in: whichever comes in, always the first, or always the second. */
const creatorFeeModes = { onInput: 0, onFirst: 1, onSecond: 2 } as const;

function roundedUp(amount: bigint, rate: bigint): bigint {
  return (amount * rate + whole - 1n) / whole;
}

/**
 * Trades an exact input against a constant product.
 * @param trade.forward whether the first token comes in.
 * @returns the name of the program's error for a trade that it refuses.
 */
export function tradeOnCurve(
  rates: CpmmRates,
  trade: {
    readonly creatorFeeOn: number;
    readonly forward: boolean;
    readonly arriving: bigint;
    readonly reserveIn: bigint;
    readonly reserveOut: bigint;
  },
): CpmmTrade | 'InvalidFeeModel' | 'ZeroTradingTokens' {
  const { creatorFeeOn, forward, arriving, reserveIn, reserveOut } = trade;
  if (creatorFeeOn > creatorFeeModes.onSecond) {
    return 'InvalidFeeModel';
  }
  const creatorFeeOnInput =
    creatorFeeOn === creatorFeeModes.onInput || (creatorFeeOn === creatorFeeModes.onFirst) === forward;
  let tradeFee = 0n;
  let creatorFee = 0n;
  if (creatorFeeOnInput) {
    const both = rates.tradeFee + rates.creatorFee;
    if (both === 0n) {
      return 'ZeroTradingTokens';
    }
    const charged = roundedUp(arriving, both);
    creatorFee = (charged * rates.creatorFee) / both;
    tradeFee = charged - creatorFee;
  } else {
    tradeFee = roundedUp(arriving, rates.tradeFee);
  }
  const swapped = arriving - tradeFee - creatorFee;
  if (swapped < 0n) {
    return 'ZeroTradingTokens';
  }
  let leaving = (swapped * reserveOut) / (reserveIn + swapped);
  if (!creatorFeeOnInput) {
    creatorFee = roundedUp(leaving, rates.creatorFee);
    leaving -= creatorFee;
  }
  if (leaving < 0n || leaving > mostU64) {
    return 'ZeroTradingTokens';
  }
  return {
    arriving,
    leaving,
    tradeFee,
    protocolFee: (tradeFee * rates.protocolFee) / whole,
    fundFee: (tradeFee * rates.fundFee) / whole,
    creatorFee,
    creatorFeeOnInput,
  };
}
