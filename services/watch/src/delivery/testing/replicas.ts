import type { ServiceDatabase } from '@assay/stack/testing/service-database';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { startWatchDatabase } from '../../testing/database.ts';
import type { AccountShare } from '../admission/account-share.ts';
import type { DestinationShare } from '../admission/destination-share.ts';
import type { ClaimResult, DeliveryClaim, DeliveryEnding } from '../claim/claim.ts';
import { createDeliveryRecords, type DeliveryRecords } from '../claim/delivery-records.ts';
import { createClaimStore, type ClaimStore } from '../claim/store.ts';
import { createPrecheckStore, type PrecheckStore } from '../precheck/precheck.ts';
import { createSettlementStore, type SettlementStore } from '../settlement/store.ts';
import { claimOf } from './watches.ts';

/** Lease of a claim, in milliseconds. */
export const leaseMs = 30_000;
/** Time for which a trigger stays marked as deferred, in milliseconds. */
export const deferMs = 90_000;

/** The ending of a delivery whose webhook received the notification. */
export const delivered: DeliveryEnding = { outcome: 'delivered', httpStatus: 204, captureMicros: 500n };

/** All stores of one replica. `pending` and `remove` are those of the settlements. */
export type ReplicaStores = ClaimStore & PrecheckStore & DeliveryRecords & SettlementStore;

/** Two replicas over one database whose clock the test advances. */
export type DeliveryReplicas = {
  readonly database: ServiceDatabase;
  readonly a: ReplicaStores;
  readonly b: ReplicaStores;
  /** Claims a trigger in a replica, the first by default, and returns the answer. */
  readonly claim: (claim: DeliveryClaim, replica?: ClaimStore) => Promise<ClaimResult['answer']>;
  /** Claims a trigger in the first replica and starts sending. */
  readonly startSending: (watchId: string, trigger: string) => Promise<DeliveryClaim>;
  /** Returns the last attempt and the compared value of a watch, as stored. */
  readonly recordOf: (watchId: string) => Promise<Record<string, unknown>>;
  /** Returns `<hold> <micros>` of each pending settlement of a watch. */
  readonly pendingOf: (watchId: string) => Promise<string[]>;
};

/** A share so large that no test exhausts it by accident. */
export const largeShare: AccountShare = { maxUnpaid: 100_000, maxFailed: 100_000, maxFailedToday: 100_000 };

const largeDestinationShare: DestinationShare = { maxInFlight: 100_000, maxPerMinute: 100_000 };

/** Opens the stores of one replica. */
export function openStores(
  database: Pick<ServiceDatabase, 'open'>,
  share = largeShare,
  destinationShare = largeDestinationShare,
): ReplicaStores {
  const postgres = database.open();
  return {
    ...createClaimStore(postgres, { leaseMs, deferMs, share, destinationShare }),
    ...createPrecheckStore(postgres, deferMs, share),
    ...createDeliveryRecords(postgres),
    ...createSettlementStore(postgres),
  };
}

/** Starts the database and two replicas before the tests of a file, and closes them after. Use the result inside tests. */
export function useReplicas(): DeliveryReplicas {
  const replicas = {} as DeliveryReplicas;
  beforeAll(async () => {
    Object.assign(replicas, await startReplicas());
  }, 60_000);
  afterAll(() => replicas.database.close());
  return replicas;
}

async function startReplicas(): Promise<DeliveryReplicas> {
  const database = await startWatchDatabase();
  const a = openStores(database);
  const b = openStores(database);
  await database.stepClock(0);
  const claim: DeliveryReplicas['claim'] = async (trigger, replica = a) => (await replica.claim(trigger, [])).answer;
  return {
    database,
    a,
    b,
    claim,
    startSending: async (watchId, trigger) => {
      const newClaim = claimOf(watchId, trigger);
      expect(await claim(newClaim)).toBe('taken');
      expect(await a.startSending(newClaim, [], [])).toBe('sending');
      return newClaim;
    },
    recordOf: async (watchId) => {
      const [row] = await database.sql<Record<string, unknown>>(
        `SELECT last_attempt_outcome AS outcome, last_attempt_http_status AS status, last_attempt_error AS error,
                compared_value::text AS compared, last_delivered_at = clock() AS "deliveredNow",
                last_attempt_at = clock() AS "attemptedNow"
         FROM watches WHERE id = $1`,
        [watchId],
      );
      return row ?? {};
    },
    pendingOf: async (watchId) => {
      const rows = await database.sql<{ pending: string }>(
        `SELECT s.hold_id || ' ' || s.capture_micros AS pending FROM settlements s
         WHERE s.hold_id IN (SELECT hold_id FROM deliveries WHERE watch_id = $1) ORDER BY 1`,
        [watchId],
      );
      return rows.map(({ pending }) => pending);
    },
  };
}
