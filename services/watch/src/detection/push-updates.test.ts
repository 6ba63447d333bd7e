import { expect, test } from '@jest/globals';
import type { Reading } from './change-detector.ts';
import { createNotices } from './push-updates.ts';
import type { AddressRow } from './address-store.ts';

const reading = (slot: number, address: string): Reading => ({
  slot: BigInt(slot),
  accounts: new Map([[address, null]]),
});
const row = (address: string): AddressRow => ({ address, content_hash: null, slot: null, pending_hash: null });

function setUp(options: { readonly failFirst?: boolean } = {}) {
  const compared: [string, number][] = [];
  const failures: unknown[] = [];
  let looks = 0;
  const notices = createNotices(
    {
      rowsOf: async (addresses) => {
        looks += 1;
        if (looks === 1 && options.failFirst === true) {
          throw new Error('the database is away');
        }
        return addresses.filter((address) => address !== 'unknown').map(row);
      },
    },
    {
      compare: async (rows, { slot }) => {
        compared.push(...rows.map(({ address }): [string, number] => [address, Number(slot)]));
      },
    },
    (error) => failures.push(error),
  );
  return { notices, compared, failures, looks: () => looks };
}

test('of several readings of one address that wait, the newest alone is dealt with', async () => {
  const { notices, compared } = setUp();
  notices.seen(reading(1, 'a'));
  notices.seen(reading(3, 'b'));
  notices.seen(reading(5, 'b'));
  notices.seen(reading(4, 'b'));
  await notices.idle();
  expect(compared).toEqual([
    ['a', 1],
    ['b', 5],
  ]);
});

test('what comes later is dealt with as well, and an address that nobody watches any more is not', async () => {
  const { notices, compared } = setUp();
  notices.seen(reading(1, 'a'));
  await notices.idle();
  notices.seen(reading(2, 'unknown'));
  notices.seen(reading(2, 'a'));
  await notices.idle();
  expect(compared).toEqual([
    ['a', 1],
    ['a', 2],
  ]);
});

test('a batch that fails is told of and dropped, and the next is dealt with', async () => {
  const { notices, compared, failures } = setUp({ failFirst: true });
  notices.seen(reading(1, 'a'));
  await notices.idle();
  notices.seen(reading(2, 'b'));
  await notices.idle();
  expect(failures).toHaveLength(1);
  expect(compared).toEqual([['b', 2]]);
});
