import type { ByteReader } from '../byte-reader.ts';
import type { RawExtension } from './token-extensions.ts';

/** A transfer fee, and the epoch from which it applies. */
export type TransferFeeTier = {
  readonly epoch: bigint;
  /** Maximum fee of one transfer, in base units. */
  readonly maximumFee: bigint;
  readonly feeBps: number;
};

/** The transfer fee of a Token-2022 mint: the token program withholds it from every transfer. */
export type TransferFeeConfig = {
  /** The address that may change the fee. Null when nobody can. */
  readonly configAuthority: string | null;
  readonly withdrawAuthority: string | null;
  readonly older: TransferFeeTier;
  readonly newer: TransferFeeTier;
};

const configLength = 108;

/**
 * Decodes the extension with the transfer fee. Throws ProblemError `malformed` for another length, or for a fee above
 * 100 %.
 */
export function readTransferFeeConfig(reader: ByteReader, extension: RawExtension): TransferFeeConfig {
  if (extension.length !== configLength) {
    reader.fail(`its transfer fee has ${extension.length} bytes, not ${configLength}`);
  }
  const tier = (at: number): TransferFeeTier => {
    const feeBps = reader.u16(at + 16);
    if (feeBps > 10_000) {
      reader.fail(`its transfer fee of ${feeBps} basis points is above 100 %`);
    }
    return { epoch: reader.u64(at), maximumFee: reader.u64(at + 8), feeBps };
  };
  return {
    configAuthority: reader.addressUnlessZero(extension.at),
    withdrawAuthority: reader.addressUnlessZero(extension.at + 32),
    older: tier(extension.at + 72),
    newer: tier(extension.at + 90),
  };
}

/** Returns the fee that applies in an epoch. It is the newer fee from its first epoch on, and the older fee before. */
export function activeTransferFee(config: TransferFeeConfig, epoch: bigint): TransferFeeTier {
  return epoch >= config.newer.epoch ? config.newer : config.older;
}

/**
 * Returns the fee of a transfer of `amount` base units. It is rounded up and limited to the fee's maximum. Zero when
 * `tier` is null.
 */
export function transferFee(tier: TransferFeeTier | null, amount: bigint): bigint {
  if (tier === null || tier.feeBps === 0 || amount === 0n) {
    return 0n;
  }
  const fee = (amount * BigInt(tier.feeBps) + 9_999n) / 10_000n;
  return fee < tier.maximumFee ? fee : tier.maximumFee;
}
