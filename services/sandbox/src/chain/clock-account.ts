import { rentExemptLamports } from './account.ts';
import type { LiveAccount } from './ledger.ts';
import { sysvarIds } from './program-ids.ts';
import { slotsPerEpoch, type SlotClock } from './slot-clock.ts';

const clockBytes = 40;

/**
 * Returns the account of the Clock sysvar in each slot. The account contains the slot, the start time of the epoch, the
 * epoch, the epoch of the leader schedule and the Unix time.
 */
export function clockAccount(slots: SlotClock): LiveAccount {
  return (slot) => {
    const data = new Uint8Array(clockBytes);
    const view = new DataView(data.buffer);
    const epoch = Math.floor(slot / slotsPerEpoch);
    view.setBigUint64(0, BigInt(slot), true);
    view.setBigInt64(8, BigInt(Math.floor(slots.timeOf(epoch * slotsPerEpoch) / 1_000)), true);
    view.setBigUint64(16, BigInt(epoch), true);
    view.setBigUint64(24, BigInt(epoch + 1), true);
    view.setBigInt64(32, BigInt(Math.floor(slots.timeOf(slot) / 1_000)), true);
    return { lamports: rentExemptLamports(clockBytes), owner: sysvarIds.owner, executable: false, data };
  };
}
