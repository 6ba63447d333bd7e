import { readAccounts, type ChainSnapshot } from '@assay/solana/account';
import { readClockSysvar } from '@assay/solana/decoders/clock-sysvar';
import { slotMs } from '../nodes/slot-tracker.ts';
import { derivationOf } from '@assay/solana/outcome';
import { clockAddress } from '@assay/solana/programs';
import type { Derived } from '../types/define.ts';
import type { View } from './read-session.ts';

/** Whether two nodes' reads come to the same for one question: the same datum but for the slot, or the very same accounts. */
export function sameOutcome(one: View, other: View, part: number): boolean {
  const [left, right] = [one.outcomes[part], other.outcomes[part]];
  if (left === undefined || right === undefined) {
    return false;
  }
  if (left.kind === 'problem' || right.kind === 'problem') {
    return left.kind === 'problem' && right.kind === 'problem' && left.problem.code === right.problem.code;
  }
  return sameData(left.value.data, right.value.data) || sameAccounts(one.snapshot, other.snapshot);
}

function sameData(one: Derived['data'], other: Derived['data']): boolean {
  return JSON.stringify({ ...one, slot: 0 }) === JSON.stringify({ ...other, slot: 0 });
}

/** What a fee schedule asks changes from slot to slot over the same accounts, so only the clocks may differ, and only a little. */
function sameAccounts(one: ChainSnapshot, other: ChainSnapshot): boolean {
  if (one.accounts.size !== other.accounts.size || !clocksFit(one, other)) {
    return false;
  }
  for (const [address, left] of one.accounts) {
    const right = other.accounts.get(address);
    if (address === clockAddress) {
      continue;
    }
    if (right === undefined || (left === null) !== (right === null)) {
      return false;
    }
    if (left !== null && right !== null) {
      const same =
        left.owner === right.owner &&
        left.lamports === right.lamports &&
        left.executable === right.executable &&
        Buffer.compare(left.data, right.data) === 0;
      if (!same) {
        return false;
      }
    }
  }
  return true;
}

const clockSlackSeconds = 5;

function clocksFit(one: ChainSnapshot, other: ChainSnapshot): boolean {
  const clocks = [one, other].map((snapshot) =>
    derivationOf(() => {
      readAccounts(snapshot, [clockAddress]);
      return readClockSysvar(snapshot);
    }),
  );
  const [left, right] = clocks;
  if (left?.kind !== 'value' || right?.kind !== 'value') {
    return left?.kind === right?.kind;
  }
  const apartSeconds = Math.abs(Number(left.value.unixSeconds - right.value.unixSeconds));
  return apartSeconds <= clockSlackSeconds + (Math.abs(one.slot - other.slot) * slotMs) / 1_000;
}
