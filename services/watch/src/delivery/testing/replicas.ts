import { expect } from '@jest/globals';
import {
  createDeliveryStore,
  type DeliveryStore,
  type Ending,
  type Run,
  type TakenUp,
  type Trigger,
} from '../claim/store.ts';
import { startTestDatabase, type TestDatabase } from './database.ts';
import { runOf } from './watches.ts';

/** How long a run of a test may take, and how long its waiting triggers are counted on, in milliseconds. */
export const leaseMs = 30_000;
export const waitMs = 90_000;

/** How a delivery ends whose webhook took the notification. */
export const delivered: Ending = { outcome: 'delivered', httpStatus: 204, captureMicros: 500n };

/** Two replicas over one database whose clock stands still. */
export type Replicas = {
  readonly database: TestDatabase;
  readonly store: DeliveryStore;
  readonly other: DeliveryStore;
  /** Takes a trigger up, in the first replica unless said otherwise, and says what was answered. */
  readonly takeUp: (run: Run, replica?: DeliveryStore) => Promise<TakenUp['answer']>;
  /** Takes a trigger up and is about to send. */
  readonly sending: (watchId: string, trigger: string) => Promise<Run>;
};

/** Starts the database and both replicas. */
export async function startReplicas(): Promise<Replicas> {
  const database = await startTestDatabase();
  const store = createDeliveryStore(database.open(), { leaseMs, waitMs });
  const other = createDeliveryStore(database.open(), { leaseMs, waitMs });
  await database.stepClock(0);
  const takeUp: Replicas['takeUp'] = async (run, replica = store) => (await replica.takeUp(run, [])).answer;
  return {
    database,
    store,
    other,
    takeUp,
    sending: async (watchId, trigger) => {
      const run = runOf(watchId, trigger);
      expect(await takeUp(run)).toBe('taken');
      expect(await store.startSending(run, [])).toBe(true);
      return run;
    },
  };
}

/** The trigger that a run is of, as it comes out of the queue. */
export function triggerOf({ triggerId, watchId, slot, observedAtMs }: Run): Trigger {
  return { id: triggerId, watchId, slot, observedAtMs, traceparent: '' };
}
