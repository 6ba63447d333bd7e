import { transferFee } from '../decoders/transfer-fee.ts';
import { ProblemError } from '../outcome.ts';
import type { LoadedCpmm } from '../pools/load-cpmm.ts';
import { checkTransferable, transferFeeOf } from '../pools/transferable.ts';
import { checkedUint64, divideUp, maximumAmount } from '../amounts.ts';
import { priceImpactBps } from './price-impact.ts';
import { openingText } from './opening.ts';

/** A quote for swapping an exact input amount in a CPMM pool. Amounts are in base units. */
export type CpmmQuote = {
  /** The amount that the trader receives, after the output token's transfer fee. */
  readonly amountOut: bigint;
  /** The amount that leaves the vault. */
  readonly grossOut: bigint;
  /** The trade fee in the input token, including the protocol's and the fund's share. */
  readonly tradeFee: bigint;
  readonly protocolFee: bigint;
  readonly fundFee: bigint;
  readonly creatorFee: bigint;
  readonly creatorFeeOnInput: boolean;
  readonly transferFeeIn: bigint;
  readonly transferFeeOut: bigint;
  readonly priceImpactBps: number;
};

const rateUnit = 1_000_000n;
const errors = { notApproved: 6000, zeroTrading: 6006, invalidFeeModel: 6013, nothingOver: 2505 } as const;

type InputFees = { readonly trade: bigint; readonly creator: bigint; readonly creatorOnInput: boolean };

/**
 * Returns why the program would reject every swap at the time of the snapshot. Undefined when it would accept swaps.
 */
export function cpmmClosed({ pool, clock }: LoadedCpmm): ProblemError | undefined {
  if (pool.swapOff) {
    return new ProblemError('swap_disabled', `swaps of pool ${pool.address} are switched off`, errors.notApproved);
  }
  const opens = `pool ${pool.address} opens at ${openingText(pool.opensAtSeconds, 'unix_seconds')}`;
  return clock.unixSeconds < pool.opensAtSeconds ? new ProblemError('not_open', opens, errors.notApproved) : undefined;
}

/**
 * Quotes a swap of exactly `amountIn` base units. The result is exactly what the program would compute. Throws
 * ProblemError when the program would reject the swap. The formulas follow the program's public source
 * (raydium-io/raydium-cp-swap, curve/calculator.rs and curve/fees.rs).
 * @param input the index of the pool's token that the trader pays.
 */
export function quoteCpmm(loaded: LoadedCpmm, input: 0 | 1, amountIn: bigint): CpmmQuote {
  const tokenIn = loaded.tokens[input];
  const tokenOut = loaded.tokens[input === 0 ? 1 : 0];
  const closed = cpmmClosed(loaded);
  if (closed !== undefined) {
    throw closed;
  }
  checkTransferable(tokenIn.mint, tokenIn.vault);
  checkTransferable(tokenOut.mint, tokenOut.vault);
  if (tokenIn.reserve === 0n || tokenOut.reserve === 0n) {
    throw new ProblemError('empty_pool', `pool ${loaded.pool.address} has an empty reserve`);
  }
  const feeIn = transferFee(transferFeeOf(tokenIn.mint, loaded.clock.epoch), amountIn);
  const arriving = amountIn - feeIn;
  if (arriving <= 0n) {
    throw new ProblemError(
      'nothing_to_swap',
      'the transfer fee takes the whole amount, so nothing reaches the pool',
      errors.nothingOver,
    );
  }
  checkedUint64(tokenIn.vault.amount + arriving, 'what the vault would hold');

  const fees = inputFees(loaded, input, arriving);
  const traded = arriving - fees.trade - (fees.creatorOnInput ? fees.creator : 0n);
  const swapped = traded <= 0n ? 0n : (traded * tokenOut.reserve) / (tokenIn.reserve + traded);
  const creator = fees.creatorOnInput ? fees.creator : divideUp(swapped * creatorRate(loaded), rateUnit);
  const grossOut = fees.creatorOnInput ? swapped : swapped - creator;
  const feeOut = transferFee(transferFeeOf(tokenOut.mint, loaded.clock.epoch), grossOut);
  if (grossOut - feeOut <= 0n) {
    throw new ProblemError('zero_output', 'this amount is too small: the output would be zero', errors.nothingOver);
  }
  return {
    amountOut: grossOut - feeOut,
    grossOut,
    tradeFee: fees.trade,
    protocolFee: (fees.trade * loaded.config.protocolFeeRate) / rateUnit,
    fundFee: (fees.trade * loaded.config.fundFeeRate) / rateUnit,
    creatorFee: creator,
    creatorFeeOnInput: fees.creatorOnInput,
    transferFeeIn: feeIn,
    transferFeeOut: feeOut,
    priceImpactBps: priceImpactBps(
      { output: swapped, input: traded },
      { output: tokenOut.reserve, input: tokenIn.reserve },
    ),
  };
}

/** Returns the creator's fee rate in millionths; zero when the pool pays no creator. */
export function creatorRate({ pool, config }: LoadedCpmm): bigint {
  return pool.creatorFeeEnabled ? config.creatorFeeRate : 0n;
}

/**
 * Returns the fees that the program takes before it applies the curve. When it takes the creator fee from the input, it
 * computes one common fee from the sum of both rates and rounds it up once. It then rounds the creator's part down.
 * Libraries that round twice can differ by one unit.
 */
function inputFees(loaded: LoadedCpmm, input: 0 | 1, arriving: bigint): InputFees {
  const { creatorFeeOn } = loaded.pool;
  if (creatorFeeOn > 2) {
    throw new ProblemError('unsupported', `the creator fee mode ${creatorFeeOn} is unknown`, errors.invalidFeeModel);
  }
  const creatorOnInput = creatorFeeOn === 0 || creatorFeeOn === input + 1;
  const tradeRate = loaded.config.tradeFeeRate;
  if (!creatorOnInput) {
    return { trade: divideUp(arriving * tradeRate, rateUnit), creator: 0n, creatorOnInput };
  }
  const rate = creatorRate(loaded);
  if (tradeRate + rate === 0n) {
    throw new ProblemError('unsupported', 'the program cannot swap when both fee rates are zero', errors.zeroTrading);
  }
  const total = divideUp(arriving * (tradeRate + rate), rateUnit);
  const creator = (total * rate) / (tradeRate + rate);
  return { trade: total - creator, creator, creatorOnInput };
}

/** Returns whether a value is a possible input amount of a swap. */
export function isSwapAmount(value: bigint): boolean {
  return value >= 1n && value <= maximumAmount;
}
