import { maxU64 } from '../bytes.ts';

/** Fee rates of a pool's configuration, in millionths. */
export type CpmmRates = {
  readonly tradeFee: bigint;
  readonly protocolFee: bigint;
  readonly fundFee: bigint;
  /** Zero when the pool has no creator fee. */
  readonly creatorFee: bigint;
};

/** The result of a trade with a pool. All amounts are in base units. */
export type CpmmTrade = {
  /** The input that reaches the pool, after the token's own transfer fee. */
  readonly netIn: bigint;
  /** The amount that leaves the pool's vault. */
  readonly grossOut: bigint;
  readonly tradeFee: bigint;
  readonly protocolFee: bigint;
  readonly fundFee: bigint;
  readonly creatorFee: bigint;
  readonly creatorFeeOnInput: boolean;
};

const rateDenominator = 1_000_000n;

/**
 * Modes of the creator's fee. They state in which token it is taken: the input token, always the first token, or always
 * the second.
 */
const creatorFeeModes = { onInput: 0, onFirst: 1, onSecond: 2 } as const;

function feeRoundedUp(amount: bigint, rate: bigint): bigint {
  return (amount * rate + rateDenominator - 1n) / rateDenominator;
}

/**
 * Trades an exact input along a curve with a constant product.
 * @param trade.forward whether the input is the pool's first token.
 * @returns the trade, or the name of the program's error.
 */
export function tradeOnCurve(
  rates: CpmmRates,
  trade: {
    readonly creatorFeeOn: number;
    readonly forward: boolean;
    readonly netIn: bigint;
    readonly reserveIn: bigint;
    readonly reserveOut: bigint;
  },
): CpmmTrade | 'InvalidFeeModel' | 'ZeroTradingTokens' {
  const { creatorFeeOn, forward, netIn, reserveIn, reserveOut } = trade;
  if (creatorFeeOn > creatorFeeModes.onSecond) {
    return 'InvalidFeeModel';
  }
  const creatorFeeOnInput =
    creatorFeeOn === creatorFeeModes.onInput || (creatorFeeOn === creatorFeeModes.onFirst) === forward;
  let tradeFee = 0n;
  let creatorFee = 0n;
  if (creatorFeeOnInput) {
    const combinedFee = rates.tradeFee + rates.creatorFee;
    if (combinedFee === 0n) {
      return 'ZeroTradingTokens';
    }
    const charged = feeRoundedUp(netIn, combinedFee);
    creatorFee = (charged * rates.creatorFee) / combinedFee;
    tradeFee = charged - creatorFee;
  } else {
    tradeFee = feeRoundedUp(netIn, rates.tradeFee);
  }
  const swapped = netIn - tradeFee - creatorFee;
  if (swapped < 0n) {
    return 'ZeroTradingTokens';
  }
  let grossOut = (swapped * reserveOut) / (reserveIn + swapped);
  if (!creatorFeeOnInput) {
    creatorFee = feeRoundedUp(grossOut, rates.creatorFee);
    grossOut -= creatorFee;
  }
  if (grossOut < 0n || grossOut > maxU64) {
    return 'ZeroTradingTokens';
  }
  return {
    netIn,
    grossOut,
    tradeFee,
    protocolFee: (tradeFee * rates.protocolFee) / rateDenominator,
    fundFee: (tradeFee * rates.fundFee) / rateDenominator,
    creatorFee,
    creatorFeeOnInput,
  };
}
