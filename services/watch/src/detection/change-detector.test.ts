import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { memoryStore, unpolled } from './testing/memory-store.ts';
import { triggerId } from '../trigger-stream.ts';
import { createChanges, type Changes, type Reading } from './change-detector.ts';
import { contentHash, type AccountState } from './content-hash.ts';
import type { AddressRow, PendingChange, TriggerStore } from './address-store.ts';

const account = (data: string): AccountState => ({ lamports: '5', owner: 'o', executable: false, data });
const reading = (slot: number, ...contents: readonly (readonly [string, string])[]): Reading => ({
  slot: BigInt(slot),
  accounts: new Map(contents.map(([address, data]) => [address, account(data)])),
});

/** A trigger as it would be in the stream. */
type Published = { readonly watchId: string; readonly slot: string; readonly hash: Buffer };
const triggersOf = (changes: readonly PendingChange[]): Published[] =>
  changes.flatMap(({ watch_ids: ids, pending_slot: slot, pending_hash: hash }) =>
    ids.map((watchId) => ({ watchId, slot, hash })),
  );
const idOf = ({ watchId, slot, hash }: Published): string =>
  triggerId({ watchId, slot: BigInt(slot), contentHash: hash.toString('hex') });

/** A trigger over a store in memory, and what it published. */
function setUp(accept: (trigger: Published) => boolean = () => true) {
  const { store, addresses } = memoryStore();
  const published: Published[] = [];
  const noticed: object[] = [];
  const changes = createChanges({
    store,
    publish: async (pending) => {
      published.push(...triggersOf(pending).filter(accept));
      return pending.filter((change) => triggersOf([change]).every(accept));
    },
    noticed: (what) => noticed.push(what),
  });
  const poll = async (given: Reading): Promise<void> => {
    const rows = await store.addressesIn([]);
    await changes.resume(rows.filter((row) => row.pending_hash !== null).map(({ address }) => address));
    await changes.compare(await store.addressesIn([]), given);
  };
  return { store, addresses, published, noticed, changes, poll };
}

test('the first poll of an address sets what it is compared with, and is no trigger', async () => {
  const { addresses, published, poll } = setUp();
  addresses.set('a', unpolled('w1'));
  await poll(reading(10, ['a', 'AAAA']));
  expect(published).toEqual([]);
  expect(addresses.get('a')).toMatchObject({ content_hash: contentHash(account('AAAA')), slot: '10' });
});

test('a change is one trigger for each watch of its address, and none for those of another', async () => {
  const { addresses, published, noticed, poll } = setUp();
  addresses.set('a', unpolled('w1', 'w2')).set('b', unpolled('w3'));
  await poll(reading(10, ['a', 'AAAA'], ['b', 'BBBB']));
  await poll(reading(11, ['a', 'AAAB'], ['b', 'BBBB']));
  expect(published.map(idOf)).toEqual(
    ['w1', 'w2'].map((watchId) =>
      triggerId({ watchId, slot: 11n, contentHash: contentHash(account('AAAB')).toString('hex') }),
    ),
  );
  expect(noticed).toEqual([{ changes: 1, backwards: 0 }]);
});

test('what stays as it is triggers nothing, however often it is read', async () => {
  const { addresses, published, poll } = setUp();
  addresses.set('a', unpolled('w1'));
  for (const slot of [10, 11, 12, 13]) {
    await poll(reading(slot, ['a', 'AAAA']));
  }
  expect(published).toEqual([]);
});

test('back to what it was is a change like any other', async () => {
  const { addresses, published, poll } = setUp();
  addresses.set('a', unpolled('w1'));
  for (const [slot, data] of [
    [10, 'AAAA'],
    [11, 'AAAB'],
    [12, 'AAAA'],
  ] as const) {
    await poll(reading(slot, ['a', data]));
  }
  expect(published.map(({ slot }) => slot)).toEqual(['11', '12']);
});

test('an account that vanishes or appears is a change', async () => {
  const { addresses, published, poll } = setUp();
  addresses.set('a', unpolled('w1'));
  await poll(reading(10, ['a', 'AAAA']));
  await poll({ slot: 11n, accounts: new Map([['a', null]]) });
  await poll(reading(12, ['a', 'AAAA']));
  expect(published).toHaveLength(2);
});

test('a node that goes back to an older slot triggers nothing, and what it says is forgotten', async () => {
  const { addresses, published, noticed, poll } = setUp();
  addresses.set('a', unpolled('w1'));
  await poll(reading(10, ['a', 'AAAA']));
  await poll(reading(20, ['a', 'AAAB']));
  published.length = 0;
  await poll(reading(19, ['a', 'AAAA']));
  await poll(reading(20, ['a', 'AAAB']));
  expect(published).toEqual([]);
  expect(noticed.at(-1)).toEqual({ changes: 0, backwards: 1 });
});

test('a slot an hour and more in the future was a mistake, and does not silence its address for ever', async () => {
  const { addresses, published, poll } = setUp();
  addresses.set('a', unpolled('w1'));
  await poll(reading(9_000_000, ['a', 'AAAA']));
  await poll(reading(20, ['a', 'AAAB']));
  expect(published.map(({ slot }) => slot)).toEqual(['20']);
});

test('an address that the reading does not show is left alone', async () => {
  const { addresses, published, poll } = setUp();
  addresses.set('a', unpolled('w1'));
  await poll(reading(10, ['a', 'AAAA']));
  await poll(reading(11));
  expect(published).toEqual([]);
});

test('a trigger that was not stored is published at the next poll under the same id, and then the next change', async () => {
  let full = true;
  const { addresses, published, poll } = setUp(({ watchId }) => !full || watchId === 'w1');
  addresses.set('a', unpolled('w1', 'w2'));
  await poll(reading(10, ['a', 'AAAA']));
  await poll(reading(11, ['a', 'AAAB']));
  expect(published.map(({ watchId }) => watchId)).toEqual(['w1']);
  full = false;
  await poll(reading(12, ['a', 'AAAC']));
  const firstChange = published.slice(0, 3).map(idOf);
  expect(new Set(firstChange).size).toBe(2);
  expect(published.slice(3).map(({ slot }) => slot)).toEqual(['12', '12']);
});

test('two replicas that saw the same change publish it once', async () => {
  const { store, addresses, published, changes } = setUp();
  addresses.set('a', unpolled('w1'));
  await changes.compare(await store.addressesIn([]), reading(10, ['a', 'AAAA']));
  const rows = await store.addressesIn([]);
  await Promise.all([
    changes.compare(rows, reading(11, ['a', 'AAAB'])),
    changes.compare(rows, reading(12, ['a', 'AAAB'])),
  ]);
  expect(published).toHaveLength(1);
});

test('a replica that comes late to the end of a change does not end the next one, whose triggers are not stored yet', async () => {
  const { store, addresses } = memoryStore();
  addresses.set('a', unpolled('w1'));
  const published: string[] = [];
  let meanwhile = async (): Promise<void> => undefined;
  const replica = (stored: boolean): Changes =>
    createChanges({
      store,
      publish: async (pending) => {
        const happening = meanwhile;
        meanwhile = async () => undefined;
        await happening();
        published.push(...(stored ? pending.map(({ pending_slot: slot }) => slot) : []));
        return stored ? pending : [];
      },
      noticed: () => undefined,
    });
  const [one, other] = [replica(true), replica(false)];
  await one.compare(await store.addressesIn([]), reading(10, ['a', 'AAAA']));
  await other.compare(await store.addressesIn([]), reading(11, ['a', 'AAAB']));
  // While the first replica publishes this change, the second one ends it and takes the next, which it cannot publish.
  meanwhile = async () => {
    await one.resume(['a']);
    await other.compare(await store.addressesIn([]), reading(12, ['a', 'AAAC']));
  };
  await one.resume(['a']);
  await one.resume(['a']);
  expect(published).toEqual(['11', '11', '12']);
});

test('a reading from before two changes that cancel each other out does not count as a third', async () => {
  const { store, addresses, published, changes } = setUp();
  addresses.set('a', unpolled('w1'));
  await changes.compare(await store.addressesIn([]), reading(10, ['a', 'AAAA']));
  const stale = await store.addressesIn([]);
  await changes.compare(await store.addressesIn([]), reading(20, ['a', 'AAAB']));
  await changes.compare(await store.addressesIn([]), reading(30, ['a', 'AAAA']));
  await changes.compare(stale, reading(25, ['a', 'AAAB']));
  expect(published.map(({ slot }) => slot)).toEqual(['20', '30']);
});

/** Dies before or after the effect of its step of that number, as a process does that is killed. */
function mortal(store: TriggerStore, publish: (changes: readonly PendingChange[]) => void, steps: number): Changes {
  let left = steps;
  const step = async <Result>(effect: () => Promise<Result>): Promise<Result> => {
    left -= 1;
    if (left === 0) {
      throw new Error('killed before');
    }
    const result = await effect();
    left -= 1;
    if (left === 0) {
      throw new Error('killed after');
    }
    return result;
  };
  return createChanges({
    store: {
      ...store,
      setBaselines: (seen) => step(() => store.setBaselines(seen)),
      take: (seen) => step(() => store.take(seen)),
      pending: (seen) => step(() => store.pending(seen)),
      finish: (seen) => step(() => store.finish(seen)),
    },
    publish: (changes) =>
      step(async () => {
        publish(changes);
        return changes;
      }),
    noticed: () => undefined,
  });
}

test('whenever replicas die and however they overlap, no change is lost and none is invented', async () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant('change' as const), data: fc.constantFrom('AAAA', 'BBBB', 'CCCC') }),
    fc.record({ kind: fc.constant('load' as const), replica: fc.nat(1) }),
    fc.record({ kind: fc.constant('poll' as const), replica: fc.nat(1), dies: fc.nat(12) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
      const { store, addresses } = memoryStore();
      addresses.set('a', unpolled('w1'));
      const stream = new Map<string, Published>();
      const publish = (changes: readonly PendingChange[]): void => {
        for (const trigger of triggersOf(changes)) {
          stream.set(idOf(trigger), stream.get(idOf(trigger)) ?? trigger);
        }
      };
      const loaded: (AddressRow[] | undefined)[] = [];
      let data = 'AAAA';
      let slot = 100;
      let first: Buffer | undefined;
      const pollBy = async (replica: number, dies: number): Promise<void> => {
        const changes = mortal(store, publish, dies);
        const rows = loaded[replica] ?? (await store.addressesIn([]));
        loaded[replica] = undefined;
        await changes.resume(rows.filter((row) => row.pending_hash !== null).map(({ address }) => address));
        await changes.compare(rows, reading(slot, ['a', data]));
      };
      for (const happening of events) {
        slot += 1;
        if (happening.kind === 'change') {
          data = happening.data;
        } else if (happening.kind === 'load') {
          loaded[happening.replica] = await store.addressesIn([]);
        } else {
          await pollBy(happening.replica, happening.dies).catch(() => undefined);
        }
        first ??= addresses.get('a')?.content_hash ?? undefined;
      }
      loaded.length = 0;
      for (const _round of [1, 2]) {
        slot += 1;
        await pollBy(0, 0);
        first ??= addresses.get('a')?.content_hash ?? undefined;
      }
      const hashes = [first, ...[...stream.values()].map(({ hash }) => hash)];
      expect(hashes.at(-1)).toEqual(contentHash(account(data)));
      hashes.slice(1).forEach((hash, index) => expect(hash).not.toEqual(hashes[index]));
      const slots = [...stream.values()].map(({ slot: at }) => Number(at));
      expect(slots).toEqual(slots.toSorted((one, other) => one - other));
    }),
    { numRuns: 500 },
  );
});
