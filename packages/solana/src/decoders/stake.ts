import type { AccountSnapshot } from '../account.ts';
import { byteReader } from '../byte-reader.ts';
import { ProblemError } from '../outcome.ts';
import { programs } from '../programs.ts';

/** The authorities and the lockup of a stake account. */
export type Stake = {
  /** The key that may delegate, split and deactivate the stake. */
  readonly staker: string;
  /** The key that may withdraw when no lockup applies. */
  readonly withdrawer: string;
  /** The lockup. Until its time and its epoch have both passed, a withdrawal also needs the custodian's signature. */
  readonly lockup: {
    readonly unixSeconds: bigint;
    readonly epoch: bigint;
    readonly custodian: string | null;
  };
};

const stakeLength = 200;

/** Decodes a stake account. Throws ProblemError `wrong_kind`, `uninitialized` or `malformed`. */
export function decodeStake(account: AccountSnapshot): Stake {
  if (account.owner !== programs.stake) {
    throw new ProblemError(
      'wrong_kind',
      `${account.address} belongs to ${account.owner}, so it is not a stake account`,
    );
  }
  const reader = byteReader(account.data, `stake account ${account.address}`);
  if (reader.length !== stakeLength) {
    reader.fail(`it has ${reader.length} bytes, and a stake account has ${stakeLength}`);
  }
  const state = reader.u32(0);
  if (state === 0) {
    throw new ProblemError('uninitialized', `stake account ${account.address} was never initialized`);
  }
  if (state > 2) {
    reader.fail(`its state is ${state}, not 1 or 2`);
  }
  return {
    staker: reader.address(12),
    withdrawer: reader.address(44),
    lockup: {
      unixSeconds: reader.i64(76),
      epoch: reader.u64(84),
      custodian: reader.addressUnlessZero(92),
    },
  };
}
