import type { ByteReader } from '../byte-reader.ts';

/** The base fee of a DAMM V2 pool. Fee numerators are in billionths. */
export type DammBaseFee =
  | {
      /** The fee starts at `cliff` and falls with every period after the pool's opening. */
      readonly mode: 'time';
      readonly cliff: bigint;
      readonly decay: 'linear' | 'exponential';
      readonly periods: bigint;
      /**
       * Length of a period, in slots or seconds, whichever unit the pool uses. When it is zero, the fee never falls.
       */
      readonly periodLength: bigint;
      readonly reduction: bigint;
    }
  | {
      /** The fee starts at `cliff` and falls as the price rises above the pool's initial price. */
      readonly mode: 'market_cap';
      readonly cliff: bigint;
      readonly decay: 'linear' | 'exponential';
      readonly periods: bigint;
      /** Size of a period: the rise of the square-root price that lowers the fee once, in basis points. */
      readonly stepBps: bigint;
      /** Number of slots or seconds after which the minimum fee applies, whatever the price is. */
      readonly expiresAfter: bigint;
      readonly reduction: bigint;
    }
  | {
      /** The fee rises with the size of a purchase, for a limited time after the pool opened. */
      readonly mode: 'rate_limiter';
      readonly cliff: bigint;
      readonly incrementBps: bigint;
      readonly maximumBps: bigint;
      readonly duration: bigint;
      /** A purchase of at most this amount, in base units of token B, pays the initial fee `cliff`. */
      readonly referenceAmount: bigint;
    };

/** Decodes the base fee in a pool's bytes. Throws ProblemError `malformed` for an unknown mode. */
export function readDammBaseFee(reader: ByteReader): DammBaseFee {
  const cliff = reader.u64(8);
  const mode = reader.u8(16);
  switch (mode) {
    case 0:
    case 1:
      return {
        mode: 'time',
        cliff,
        decay: mode === 0 ? 'linear' : 'exponential',
        periods: BigInt(reader.u16(22)),
        periodLength: reader.u64(24),
        reduction: reader.u64(32),
      };
    case 2:
      return {
        mode: 'rate_limiter',
        cliff,
        incrementBps: BigInt(reader.u16(22)),
        duration: BigInt(reader.u32(24)),
        maximumBps: BigInt(reader.u32(28)),
        referenceAmount: reader.u64(32),
      };
    case 3:
    case 4:
      return {
        mode: 'market_cap',
        cliff,
        decay: mode === 3 ? 'linear' : 'exponential',
        periods: BigInt(reader.u16(22)),
        stepBps: BigInt(reader.u32(24)),
        expiresAfter: BigInt(reader.u32(28)),
        reduction: reader.u64(32),
      };
    default:
      return reader.fail(`its base fee has mode ${mode}, which is unknown`);
  }
}
