import type { ByteReader } from '../byte-reader.ts';

/** How the base fee of a DAMM V2 pool develops; numerators are billionths. */
export type DammBaseFee =
  | {
      /** Falls with every period since the pool opened. */
      readonly mode: 'time';
      readonly cliff: bigint;
      readonly decay: 'linear' | 'exponential';
      readonly periods: bigint;
      /** Length of a period in slots or seconds, whichever the pool counts in; zero means that the fee never falls. */
      readonly periodLength: bigint;
      readonly reduction: bigint;
    }
  | {
      /** Falls as the price rises over the one the pool was opened at. */
      readonly mode: 'market_cap';
      readonly cliff: bigint;
      readonly decay: 'linear' | 'exponential';
      readonly periods: bigint;
      /** Rise of the square-root price that makes a period, in basis points. */
      readonly stepBps: bigint;
      /** After so many slots or seconds the lowest fee holds at any price. */
      readonly expiresAfter: bigint;
      readonly reduction: bigint;
    }
  | {
      /** Rises with the size of a purchase while the pool is young. */
      readonly mode: 'rate_limiter';
      readonly cliff: bigint;
      readonly incrementBps: bigint;
      readonly maximumBps: bigint;
      readonly duration: bigint;
      /** In base units of token B; a purchase up to this size pays the cliff fee. */
      readonly referenceAmount: bigint;
    };

/** Reads the base fee of a pool's bytes. Stops with `malformed` for a mode that does not exist. */
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
      return reader.fail(`its base fee has mode ${mode}, which does not exist`);
  }
}
