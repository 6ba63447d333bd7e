import { addressIn, u128At, u16At, u32At, u64At, u8At } from '../bytes.ts';

/** Discriminators of the program's account, instructions and event. */
export const dammDiscriminators = {
  pool: Buffer.from('f19a6d0411b16dbc', 'hex'),
  swap: Buffer.from('f8c69e91e17587c8', 'hex'),
  swap2: Buffer.from('414b3f4ceb5b5b88', 'hex'),
  eventTag: Buffer.from('e445a52e51cb9a1d', 'hex'),
  swapEvent: Buffer.from('bd4233a826507599', 'hex'),
};

/** Offsets of the fields of a pool account. */
export const dammPoolFields = {
  baseFee: 8,
  protocolFeePercent: 48,
  referralFeePercent: 50,
  compoundingBps: 54,
  dynamicFee: 56,
  initSqrtPrice: 152,
  mints: [168, 200],
  vaults: [232, 264],
  whitelistedVault: 296,
  liquidity: 360,
  protocolFees: [392, 400],
  sqrtMinPrice: 424,
  sqrtMaxPrice: 440,
  sqrtPrice: 456,
  activationPoint: 472,
  activationType: 480,
  status: 481,
  tokenFlags: [482, 483],
  collectMode: 484,
  feeVersion: 486,
  permanentlyLocked: 552,
  creator: 648,
  amounts: [680, 688],
  layoutVersion: 696,
} as const;

/** The number of bytes of a pool account. */
export const dammPoolBytes = 1_112;

/**
 * Modes that state in which token a pool takes its fee. It is the output token, always B, or B with the fee compounded
 * into the pool.
 */
export const collectModes = { output: 0, onlyB: 1, compounding: 2 } as const;

/** The modes of a pool's base fee, by number. */
export const baseFeeModes = {
  linearInTime: 0,
  exponentialInTime: 1,
  rateLimiter: 2,
  linearInPrice: 3,
  exponentialInPrice: 4,
} as const;

/** The activation type of a pool that measures time in Unix seconds. Other pools measure time in slots. */
export const activationByTime = 1;

/** The fields of a pool that a swap reads. */
export type DammPoolState = ReturnType<typeof readDammPool>;

/** Reads a pool. Throws a RangeError for truncated bytes. */
export function readDammPool(data: Uint8Array) {
  const fee = dammPoolFields.baseFee;
  const dynamic = dammPoolFields.dynamicFee;
  return {
    baseFee: {
      cliff: u64At(data, fee),
      mode: u8At(data, fee + 8),
      /** Number of periods of a fee scheduler. For the rate limiter, the increment in basis points. */
      periods: BigInt(u16At(data, fee + 14)),
      /** Length of one period of a fee scheduler that reduces the fee over time. */
      frequency: u64At(data, fee + 16),
      /** Price step, in basis points, of a fee scheduler by price. For the rate limiter, its duration. */
      stepOrDuration: BigInt(u32At(data, fee + 16)),
      /** Expiration of a fee scheduler by price. For the rate limiter, the maximum fee in basis points. */
      expirationOrMax: BigInt(u32At(data, fee + 20)),
      /** Reduction per period of a fee scheduler. For the rate limiter, the reference amount. */
      reductionOrReference: u64At(data, fee + 24),
    },
    protocolFeePercent: BigInt(u8At(data, dammPoolFields.protocolFeePercent)),
    referralFeePercent: BigInt(u8At(data, dammPoolFields.referralFeePercent)),
    compoundingBps: BigInt(u16At(data, dammPoolFields.compoundingBps)),
    dynamicFee: {
      on: u8At(data, dynamic) !== 0,
      control: BigInt(u32At(data, dynamic + 12)),
      binStep: BigInt(u16At(data, dynamic + 16)),
      accumulator: u128At(data, dynamic + 64),
    },
    initSqrtPrice: u128At(data, dammPoolFields.initSqrtPrice),
    mints: dammPoolFields.mints.map((offset) => addressIn(data, offset)),
    vaults: dammPoolFields.vaults.map((offset) => addressIn(data, offset)),
    whitelistedVault: addressIn(data, dammPoolFields.whitelistedVault),
    liquidity: u128At(data, dammPoolFields.liquidity),
    sqrtMinPrice: u128At(data, dammPoolFields.sqrtMinPrice),
    sqrtMaxPrice: u128At(data, dammPoolFields.sqrtMaxPrice),
    sqrtPrice: u128At(data, dammPoolFields.sqrtPrice),
    activationPoint: u64At(data, dammPoolFields.activationPoint),
    activationType: u8At(data, dammPoolFields.activationType),
    status: u8At(data, dammPoolFields.status),
    collectMode: u8At(data, dammPoolFields.collectMode),
    feeVersion: u8At(data, dammPoolFields.feeVersion),
    amounts: dammPoolFields.amounts.map((offset) => u64At(data, offset)) as [bigint, bigint],
    layoutVersion: u8At(data, dammPoolFields.layoutVersion),
  };
}
