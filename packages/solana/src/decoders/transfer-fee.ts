import type { ByteReader } from '../byte-reader.ts';
import type { RawExtension } from './token-extensions.ts';

/** A transfer fee and the epoch from which it holds. */
export type TransferFeeTier = {
  readonly epoch: bigint;
  /** The most that one transfer costs, in base units. */
  readonly maximumFee: bigint;
  readonly feeBps: number;
};

/** What a Token-2022 mint takes out of every transfer. */
export type TransferFeeConfig = {
  /** Who may change the fee; null when it is fixed for good. */
  readonly configAuthority: string | null;
  readonly withdrawAuthority: string | null;
  readonly older: TransferFeeTier;
  readonly newer: TransferFeeTier;
};

const configLength = 108;

/** Reads the extension. Stops with `malformed` for another length or a fee over the whole amount. */
export function readTransferFeeConfig(reader: ByteReader, extension: RawExtension): TransferFeeConfig {
  if (extension.length !== configLength) {
    reader.fail(`its transfer fee has ${extension.length} bytes, not ${configLength}`);
  }
  const tier = (at: number): TransferFeeTier => {
    const feeBps = reader.u16(at + 16);
    if (feeBps > 10_000) {
      reader.fail(`its transfer fee of ${feeBps} basis points is over the whole amount`);
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

/** The fee that holds in an epoch: the newer one from its own epoch on, the older one until then. */
export function activeTransferFee(config: TransferFeeConfig, epoch: bigint): TransferFeeTier {
  return epoch >= config.newer.epoch ? config.newer : config.older;
}

/** What one transfer of `amount` base units loses to the fee: rounded up, and never over the tier's maximum. */
export function transferFee(tier: TransferFeeTier | null, amount: bigint): bigint {
  if (tier === null || tier.feeBps === 0 || amount === 0n) {
    return 0n;
  }
  const fee = (amount * BigInt(tier.feeBps) + 9_999n) / 10_000n;
  return fee < tier.maximumFee ? fee : tier.maximumFee;
}
