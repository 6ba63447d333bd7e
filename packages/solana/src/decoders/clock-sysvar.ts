import { presentAccount, type ChainSnapshot } from '../account.ts';
import { byteReader } from '../byte-reader.ts';
import { ProblemError } from '../outcome.ts';
import { clockAddress, programs } from '../programs.ts';

/** The content of the Clock sysvar: the chain's slot, epoch and time. */
export type ClockSysvar = {
  readonly slot: bigint;
  readonly epoch: bigint;
  readonly unixSeconds: bigint;
};

const clockLength = 40;

/**
 * Returns the decoded Clock sysvar of a snapshot. Throws MissingAccounts when the snapshot lacks it, and ProblemError
 * `absent`, `wrong_kind` or `malformed`.
 */
export function readClockSysvar(snapshot: ChainSnapshot): ClockSysvar {
  const account = presentAccount(snapshot, clockAddress, 'the Clock sysvar');
  if (account.owner !== programs.sysvar) {
    throw new ProblemError('wrong_kind', `the Clock sysvar cannot belong to ${account.owner}`);
  }
  const reader = byteReader(account.data, 'the Clock sysvar');
  if (reader.length !== clockLength) {
    reader.fail(`it has ${reader.length} bytes, and the Clock sysvar has ${clockLength}`);
  }
  const clock = { slot: reader.u64(0), epoch: reader.u64(16), unixSeconds: reader.i64(32) };
  if (clock.slot === 0n || clock.unixSeconds <= 0n) {
    reader.fail('its slot or its time is zero');
  }
  return clock;
}
