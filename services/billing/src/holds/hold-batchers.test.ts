import { expect, test } from '@jest/globals';
import { rootContext } from '@assay/rpc/context';
import type { AdmitRequest__Output } from '@assay/rpc/gen/assay/billing/v1/AdmitRequest';
import type { AdmitResponse } from '@assay/rpc/gen/assay/billing/v1/AdmitResponse';
import type { SettleResponse } from '@assay/rpc/gen/assay/billing/v1/SettleResponse';
import { Busy, createLaneGate } from '../lanes.ts';
import { createHoldBatchers, type HoldBatchers } from './hold-batchers.ts';
import type { HoldStore } from './store.ts';

const context = rootContext(60_000);
const admitted: AdmitResponse = { admission: 'ADMISSION_ADMITTED', account_id: 'acc_1' };
const settled: SettleResponse = { settlement: 'SETTLEMENT_SETTLED' };
const admission: AdmitRequest__Output = {
  key_sha256: Buffer.alloc(32),
  hold_micros: '10',
  hold_id: 'ht_1',
  trace_id: '',
  operation: 'get_data spot.price',
};

/**
 * Batchers whose statements the test answers instead of a database. `statements` lists the store and the method of each
 * started statement.
 */
type World = {
  readonly holds: HoldBatchers;
  readonly statements: string[];
  readonly endSettlement: () => void;
};

/**
 * Opens batchers. The first admission finds locked rows. A settlement does not end before the test calls
 * `endSettlement`.
 */
function openWorld(): World {
  const statements: string[] = [];
  let endSettlement = (): void => undefined;
  const settlement = new Promise<void>((resolve) => {
    endSettlement = resolve;
  });
  const storeNamed = (name: string): HoldStore => ({
    admit: (items) => {
      statements.push(`${name} admit`);
      const isFirst = statements.filter((each) => each.endsWith('admit')).length === 1;
      return Promise.resolve(items.map(() => (isFirst ? new Busy('acc_1') : admitted)));
    },
    settle: async (items) => {
      statements.push(`${name} settle`);
      await settlement;
      return items.map(() => settled);
    },
    hold: () => Promise.resolve([]),
    confirm: () => Promise.resolve([]),
    sweep: () => Promise.resolve([]),
    endDue: () => Promise.resolve([]),
  });
  const gate = createLaneGate({ permits: 4, refuseForMs: 2_000, maxWaitMs: 30_000, now: () => 0 });
  const stores = { free: storeNamed('free'), waiting: storeNamed('waiting'), gate };
  const events = { onStatement: () => undefined, onUnconfirmed: () => undefined };
  return { holds: createHoldBatchers(stores, events, () => 0), statements, endSettlement };
}

const settlementOf = (holdId: string) => ({ hold_id: holdId, capture_micros: '7', received: false });

test('an item that found the locks of another statement of this replica returns to the queue, not to a lane', async () => {
  const { holds, statements, endSettlement } = openWorld();
  const settling = holds.settle.submit(settlementOf('ht_0'), context);
  const admitting = holds.admit.submit(admission, context);
  expect(await admitting).toEqual(admitted);
  endSettlement();
  expect(await settling).toEqual(settled);
  expect(statements).toEqual(['free settle', 'free admit', 'free admit']);
});

test('an item that found locks while no other statement of this replica ran waits in the lane of its account', async () => {
  const { holds, statements } = openWorld();
  expect(await holds.admit.submit(admission, context)).toEqual(admitted);
  expect(statements).toEqual(['free admit', 'waiting admit']);
});
