import { expect, test } from '@jest/globals';
import type { ReadSnapshot } from './node-pool.ts';
import { createPushUpdates } from './push-updates.ts';
import type { AddressRow } from './address-store.ts';

const snapshot = (slot: number, address: string): ReadSnapshot => ({
  node: 'a',
  isLate: false,
  slot: BigInt(slot),
  accounts: new Map([[address, null]]),
});
const row = (address: string): AddressRow => ({ address, content_hash: null, slot: null, pending_hash: null });

function setUp(options: { readonly failFirst?: boolean } = {}) {
  const compared: [string, number][] = [];
  const failures: unknown[] = [];
  let queries = 0;
  const updates = createPushUpdates(
    {
      byAddress: async (addresses) => {
        queries += 1;
        if (queries === 1 && options.failFirst === true) {
          throw new Error('the database is unavailable');
        }
        return addresses.filter((address) => address !== 'unknown').map(row);
      },
    },
    {
      compare: async (rows, { slot }) => {
        compared.push(...rows.map(({ address }): [string, number] => [address, Number(slot)]));
      },
    },
    { withNews: (rows) => rows },
    (error) => failures.push(error),
  );
  return { updates, compared, failures };
}

test('of several waiting updates of an address only the newest is processed', async () => {
  const { updates, compared } = setUp();
  updates.receive(snapshot(1, 'a'));
  updates.receive(snapshot(3, 'b'));
  updates.receive(snapshot(5, 'b'));
  updates.receive(snapshot(4, 'b'));
  await updates.idle();
  expect(compared).toEqual([
    ['a', 1],
    ['b', 5],
  ]);
});

test('later updates are processed, and updates of an address without a watch are not', async () => {
  const { updates, compared } = setUp();
  updates.receive(snapshot(1, 'a'));
  await updates.idle();
  updates.receive(snapshot(2, 'unknown'));
  updates.receive(snapshot(2, 'a'));
  await updates.idle();
  expect(compared).toEqual([
    ['a', 1],
    ['a', 2],
  ]);
});

test('a failed batch is reported and dropped, and the next one is processed', async () => {
  const { updates, compared, failures } = setUp({ failFirst: true });
  updates.receive(snapshot(1, 'a'));
  await updates.idle();
  updates.receive(snapshot(2, 'b'));
  await updates.idle();
  expect(failures).toHaveLength(1);
  expect(compared).toEqual([['b', 2]]);
});
