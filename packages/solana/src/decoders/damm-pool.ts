import type { AccountSnapshot } from '../account.ts';
import { byteReader, bytesStartWith, type ByteReader } from '../byte-reader.ts';
import { ProblemError } from '../outcome.ts';
import { programs } from '../programs.ts';
import { readDammBaseFee, type DammBaseFee } from './damm-base-fee.ts';

/** The parameters of the part of a DAMM V2 fee that follows recent volatility. */
export type DammDynamicFee = {
  readonly variableFeeControl: bigint;
  readonly binStep: bigint;
  readonly volatilityAccumulator: bigint;
};

/** The token in which a DAMM V2 pool takes its fee. With `compounding`, part of the fee is added to the reserves. */
export type DammCollectMode = 'output_token' | 'token_b' | 'compounding';

/** A Meteora DAMM V2 pool. Square-root prices are fixed-point numbers with 64 fractional bits. */
export type DammPool = {
  readonly address: string;
  readonly mints: readonly [a: string, b: string];
  readonly vaults: readonly [a: string, b: string];
  /** Whether each token belongs to Token-2022. */
  readonly token2022: readonly [a: boolean, b: boolean];
  readonly baseFee: DammBaseFee;
  readonly protocolFeePercent: bigint;
  readonly referralFeePercent: bigint;
  readonly compoundingFeeBps: bigint;
  /** Null when the pool has no dynamic fee. */
  readonly dynamicFee: DammDynamicFee | null;
  readonly initialSqrtPrice: bigint;
  readonly sqrtMinPrice: bigint;
  readonly sqrtMaxPrice: bigint;
  readonly sqrtPrice: bigint;
  readonly liquidity: bigint;
  readonly permanentlyLockedLiquidity: bigint;
  /** The only address that may trade during the hour before the pool opens. */
  readonly whitelistedVault: string;
  readonly activationPoint: bigint;
  readonly activationClock: 'slot' | 'unix_seconds';
  readonly disabled: boolean;
  readonly collectMode: DammCollectMode;
  readonly feeVersion: number;
  /**
   * The reserves that the pool stores. Null in the older layout, which stores none; they then follow from liquidity and
   * price.
   */
  readonly trackedReserves: readonly [a: bigint, b: bigint] | null;
};

const discriminator = 'f19a6d0411b16dbc';
const poolLength = 1112;
const collectModes: readonly DammCollectMode[] = ['output_token', 'token_b', 'compounding'];

/** Returns whether an account is a DAMM V2 pool, by its owner and discriminator. */
export function isDammPool(account: AccountSnapshot): boolean {
  return account.owner === programs.dammV2 && bytesStartWith(account.data, discriminator);
}

/**
 * Decodes a pool. Throws ProblemError `wrong_kind`, `malformed`, or `unsupported` for a fee mode that is unknown here.
 */
export function decodeDammPool(account: AccountSnapshot): DammPool {
  if (!isDammPool(account)) {
    throw new ProblemError('wrong_kind', `${account.address} is not a DAMM V2 pool`);
  }
  const reader = byteReader(account.data, `DAMM V2 pool ${account.address}`);
  if (reader.length !== poolLength) {
    reader.fail(`it has ${reader.length} bytes, and a pool has ${poolLength}`);
  }
  const collectMode = collectModes[reader.u8(484)];
  const layout = reader.u8(696);
  if (collectMode === undefined || layout > 1 || (layout === 0 && collectMode === 'compounding')) {
    const mode = `fee mode ${reader.u8(484)} and layout ${layout}`;
    throw new ProblemError('unsupported', `DAMM V2 pool ${account.address} has ${mode}, which is not supported`);
  }
  const pool: DammPool = {
    address: account.address,
    mints: [reader.address(168), reader.address(200)],
    vaults: [reader.address(232), reader.address(264)],
    token2022: [reader.flag(482), reader.flag(483)],
    baseFee: readDammBaseFee(reader),
    protocolFeePercent: BigInt(reader.u8(48)),
    referralFeePercent: BigInt(reader.u8(50)),
    compoundingFeeBps: BigInt(reader.u16(54)),
    dynamicFee: readDynamicFee(reader),
    initialSqrtPrice: reader.u128(152),
    sqrtMinPrice: reader.u128(424),
    sqrtMaxPrice: reader.u128(440),
    sqrtPrice: reader.u128(456),
    liquidity: reader.u128(360),
    permanentlyLockedLiquidity: reader.u128(552),
    whitelistedVault: reader.address(296),
    activationPoint: reader.u64(472),
    activationClock: reader.flag(480) ? 'unix_seconds' : 'slot',
    disabled: reader.u8(481) !== 0,
    collectMode,
    feeVersion: reader.u8(486),
    trackedReserves: layout === 1 ? [reader.u64(680), reader.u64(688)] : null,
  };
  checkSound(reader, pool);
  return pool;
}

function readDynamicFee(reader: ByteReader): DammDynamicFee | null {
  if (reader.u8(56) === 0) {
    return null;
  }
  return {
    variableFeeControl: BigInt(reader.u32(68)),
    binStep: BigInt(reader.u16(72)),
    volatilityAccumulator: reader.u128(120),
  };
}

/**
 * Throws for values that a pool cannot have. This detects most zeroed or shuffled bytes, and prevents a division by a
 * price of zero.
 */
function checkSound(reader: ByteReader, pool: DammPool): void {
  // A compounding pool computes prices from its reserves and leaves its price range unset.
  const ranged = pool.collectMode !== 'compounding';
  if (pool.sqrtPrice === 0n || (ranged && (pool.sqrtMinPrice === 0n || pool.sqrtMinPrice > pool.sqrtMaxPrice))) {
    reader.fail('its prices are impossible');
  }
  if (pool.mints[0] === pool.mints[1] || pool.vaults[0] === pool.vaults[1]) {
    reader.fail('it trades a token against itself');
  }
  if (pool.protocolFeePercent > 100n || pool.referralFeePercent > 100n || pool.compoundingFeeBps > 10_000n) {
    reader.fail('the shares of its fee are above 100 %');
  }
}
