import type { DeliveryRecords } from './claim/delivery-records.ts';
import type { SettlementStore } from './settlement/store.ts';

/** Dependencies of a sweep. */
export type SweepPorts = {
  readonly records: Pick<DeliveryRecords, 'endExpired' | 'deleteOld'>;
  readonly settlements: Pick<SettlementStore, 'pending'>;
  readonly settleDue: () => Promise<void>;
  /** Called with the outcomes of deliveries whose workers died. */
  readonly onExpired: (outcomes: readonly string[]) => void;
  readonly onPending: (settlements: { readonly count: number; readonly oldestSeconds: number }) => void;
};

const maxExpired = 100;
const retentionDays = 7;
const maxDeleted = 1_000;

/** Ends the deliveries of dead workers, settles what is due, and deletes old deliveries. Each call does this once. */
export async function sweep({ records, settlements, settleDue, onExpired, onPending }: SweepPorts): Promise<void> {
  const outcomes = await records.endExpired(maxExpired);
  if (outcomes.length > 0) {
    onExpired(outcomes);
  }
  await settleDue();
  await records.deleteOld(retentionDays, maxDeleted);
  onPending(await settlements.pending());
}
