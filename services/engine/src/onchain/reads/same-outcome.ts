import { readAccounts, type ChainSnapshot } from '@assay/solana/account';
import { readClockSysvar } from '@assay/solana/decoders/clock-sysvar';
import { derivationOf } from '@assay/solana/outcome';
import { clockAddress } from '@assay/solana/programs';
import { slotMs } from '@assay/solana/nodes/slot-tracker';
import type { Derived } from '../types/define.ts';
import type { NodeSnapshot } from './node-snapshot.ts';

/**
 * Returns whether two snapshots give the same outcome for a question: equal data apart from the slot, or equal
 * accounts. Equal accounts are enough, because a fee that decays from slot to slot gives different data for them.
 */
export function sameOutcome(a: NodeSnapshot, b: NodeSnapshot, question: number): boolean {
  const [left, right] = [a.outcomes[question], b.outcomes[question]];
  if (left === undefined || right === undefined) {
    return false;
  }
  if (left.kind === 'problem' || right.kind === 'problem') {
    return left.kind === 'problem' && right.kind === 'problem' && left.problem.code === right.problem.code;
  }
  return sameData(left.value.data, right.value.data) || sameAccounts(a.state, b.state);
}

function sameData(a: Derived['data'], b: Derived['data']): boolean {
  return JSON.stringify({ ...a, slot: 0 }) === JSON.stringify({ ...b, slot: 0 });
}

function sameAccounts(a: ChainSnapshot, b: ChainSnapshot): boolean {
  if (a.accounts.size !== b.accounts.size || !clocksFit(a, b)) {
    return false;
  }
  for (const [address, left] of a.accounts) {
    const right = b.accounts.get(address);
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

/**
 * Returns whether the times of two Clock sysvars differ by no more than the distance of their slots explains. Without
 * this check, a node could change the result by lying about nothing but its clock.
 */
function clocksFit(a: ChainSnapshot, b: ChainSnapshot): boolean {
  const [left, right] = [a, b].map((snapshot) =>
    derivationOf(() => {
      readAccounts(snapshot, [clockAddress]);
      return readClockSysvar(snapshot);
    }),
  );
  if (left?.kind !== 'value' || right?.kind !== 'value') {
    return left?.kind === right?.kind;
  }
  const apartSeconds = Math.abs(Number(left.value.unixSeconds - right.value.unixSeconds));
  return apartSeconds <= clockSlackSeconds + (Math.abs(a.slot - b.slot) * slotMs) / 1_000;
}
