import type { AccountSnapshot } from '../account.ts';
import { byteReader, bytesStartWith } from '../byte-reader.ts';
import { ProblemError } from '../outcome.ts';
import { programs } from '../programs.ts';

/** One of the two tokens of a CPMM pool. */
export type CpmmSide = {
  readonly mint: string;
  readonly vault: string;
  readonly tokenProgram: string;
  readonly decimals: number;
  /**
   * Fees in the vault that do not belong to the pool's reserve, in base units. They are the sum of the protocol's, the
   * fund's and the creator's fees.
   */
  readonly unclaimedFees: bigint;
};

/** A Raydium CPMM pool. */
export type CpmmPool = {
  readonly address: string;
  readonly config: string;
  readonly observation: string;
  readonly lpMint: string;
  /**
   * Number of liquidity tokens that the pool counts. It includes the 100 that the program locked when it created the
   * pool.
   */
  readonly lpSupply: bigint;
  /** The pool's two tokens, token 0 first. */
  readonly sides: readonly [CpmmSide, CpmmSide];
  readonly swapOff: boolean;
  /** The time from which the program allows swaps, in seconds since the Unix epoch. */
  readonly opensAtSeconds: bigint;
  /** The token in which the pool takes the creator fee: 0 for the input token, 1 for token 0, 2 for token 1. */
  readonly creatorFeeOn: number;
  readonly creatorFeeEnabled: boolean;
};

/** The configuration of a CPMM pool. Rates are in millionths. */
export type CpmmConfig = {
  readonly address: string;
  readonly tradeFeeRate: bigint;
  readonly protocolFeeRate: bigint;
  readonly fundFeeRate: bigint;
  readonly creatorFeeRate: bigint;
};

const poolDiscriminator = 'f7ede3f5d7c3de46';
const poolLength = 637;
const configDiscriminator = 'daf42168cbcb2b6f';
const configLength = 236;
const swapOffBit = 4;

/** Returns whether an account is a CPMM pool, by its owner and discriminator. */
export function isCpmmPool(account: AccountSnapshot): boolean {
  return account.owner === programs.cpmm && bytesStartWith(account.data, poolDiscriminator);
}

/**
 * Decodes a pool. Throws ProblemError: `wrong_kind` for another owner or discriminator, `malformed` for another length
 * or unsorted mints.
 */
export function decodeCpmmPool(account: AccountSnapshot): CpmmPool {
  if (!isCpmmPool(account)) {
    throw new ProblemError('wrong_kind', `${account.address} is not a CPMM pool`);
  }
  const reader = byteReader(account.data, `CPMM pool ${account.address}`);
  if (reader.length !== poolLength) {
    reader.fail(`it has ${reader.length} bytes, and a pool has ${poolLength}`);
  }
  if (Buffer.compare(reader.bytes(168, 32), reader.bytes(200, 32)) >= 0) {
    reader.fail('its mints must be in ascending order');
  }
  const side = (index: 0 | 1): CpmmSide => ({
    mint: reader.address(168 + 32 * index),
    vault: reader.address(72 + 32 * index),
    tokenProgram: reader.address(232 + 32 * index),
    decimals: reader.u8(331 + index),
    unclaimedFees: reader.u64(341 + 8 * index) + reader.u64(357 + 8 * index) + reader.u64(397 + 8 * index),
  });
  return {
    address: account.address,
    config: reader.address(8),
    observation: reader.address(296),
    lpMint: reader.address(136),
    lpSupply: reader.u64(333),
    sides: [side(0), side(1)],
    swapOff: (reader.u8(329) & swapOffBit) !== 0,
    opensAtSeconds: reader.u64(373),
    creatorFeeOn: reader.u8(389),
    creatorFeeEnabled: reader.flag(390),
  };
}

/**
 * Decodes a pool's configuration. Throws ProblemError `wrong_kind`, or `malformed` when rates add up to more than 100
 * %.
 */
export function decodeCpmmConfig(account: AccountSnapshot): CpmmConfig {
  if (account.owner !== programs.cpmm || !bytesStartWith(account.data, configDiscriminator)) {
    throw new ProblemError('wrong_kind', `${account.address} is not a CPMM configuration`);
  }
  const reader = byteReader(account.data, `CPMM configuration ${account.address}`);
  if (reader.length !== configLength) {
    reader.fail(`it has ${reader.length} bytes, and a configuration has ${configLength}`);
  }
  const config = {
    address: account.address,
    tradeFeeRate: reader.u64(12),
    protocolFeeRate: reader.u64(20),
    fundFeeRate: reader.u64(28),
    creatorFeeRate: reader.u64(108),
  };
  if (config.tradeFeeRate + config.creatorFeeRate > 1_000_000n) {
    reader.fail('its trade and creator fees are above 100 %');
  }
  if (config.protocolFeeRate + config.fundFeeRate > 1_000_000n) {
    reader.fail('the shares of its fee are above 100 %');
  }
  return config;
}
