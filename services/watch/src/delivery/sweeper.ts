import type { DeliveryStore } from './claim/store.ts';

/** What sweeping needs. */
export type SweepPorts = {
  readonly store: Pick<DeliveryStore, 'endDead' | 'forget' | 'owed'>;
  /** Tells billing all that is due. */
  readonly settle: () => Promise<void>;
  /** Told how deliveries ended whose workers died. */
  readonly ended: (outcomes: readonly string[]) => void;
  readonly owed: (settlements: { readonly count: number; readonly oldestSeconds: number }) => void;
};

const deadPerPass = 100;
const keptDays = 7;
const forgottenPerPass = 1_000;

/** Does once what no worker waits for: ends what dead workers left, settles what is due, forgets what is old. */
export async function sweep({ store, settle, ended, owed }: SweepPorts): Promise<void> {
  const outcomes = await store.endDead(deadPerPass);
  if (outcomes.length > 0) {
    ended(outcomes);
  }
  await settle();
  await store.forget(keptDays, forgottenPerPass);
  owed(await store.owed());
}
