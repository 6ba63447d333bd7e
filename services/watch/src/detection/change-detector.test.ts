import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createMemoryStore, unpolled } from './testing/memory-store.ts';
import { triggerId } from '../trigger-stream.ts';
import type { AccountsSnapshot, AccountState } from './accounts.ts';
import type { AddressRow, AddressStore, PendingChange } from './address-store.ts';
import { createChangeDetector, type ChangeDetector } from './change-detector.ts';
import { contentHash } from './content-hash.ts';

const account = (data: string): AccountState => ({ lamports: '5', owner: 'o', executable: false, data });
const snapshot = (slot: number, ...contents: readonly (readonly [string, string])[]): AccountsSnapshot => ({
  slot: BigInt(slot),
  accounts: new Map(contents.map(([address, data]) => [address, account(data)])),
});

/** A trigger in the stream. */
type Published = { readonly watchId: string; readonly slot: string; readonly hash: Buffer };
const triggersOf = (changes: readonly PendingChange[]): Published[] =>
  changes.flatMap(({ watch_ids: ids, pending_slot: slot, pending_hash: hash }) =>
    ids.map((watchId) => ({ watchId, slot, hash })),
  );
const idOf = ({ watchId, slot, hash }: Published): string =>
  triggerId({ watchId, slot: BigInt(slot), contentHash: hash.toString('hex') });

/** Creates a change detector over a store in memory, and records the triggers that it publishes. */
function setUp(accept: (trigger: Published) => boolean = () => true) {
  const { store, addresses } = createMemoryStore();
  const published: Published[] = [];
  const counts: object[] = [];
  const detector = createChangeDetector({
    store,
    publish: async (pending) => {
      published.push(...triggersOf(pending).filter(accept));
      return pending.filter((change) => triggersOf([change]).every(accept));
    },
    onChanges: (count) => counts.push(count),
  });
  const poll = async (polled: AccountsSnapshot): Promise<void> => {
    const rows = await store.inPartitions([]);
    await detector.resume(rows.filter((row) => row.pending_hash !== null).map(({ address }) => address));
    await detector.compare(await store.inPartitions([]), polled);
  };
  return { store, addresses, published, counts, detector, poll };
}

test('the first poll of an address sets its baseline and triggers nothing', async () => {
  const { addresses, published, poll } = setUp();
  addresses.set('a', unpolled('w1'));
  await poll(snapshot(10, ['a', 'AAAA']));
  expect(published).toEqual([]);
  expect(addresses.get('a')).toMatchObject({ content_hash: contentHash(account('AAAA')), slot: '10' });
});

test('a change publishes one trigger for each watch of its address, and none for other addresses', async () => {
  const { addresses, published, counts, poll } = setUp();
  addresses.set('a', unpolled('w1', 'w2')).set('b', unpolled('w3'));
  await poll(snapshot(10, ['a', 'AAAA'], ['b', 'BBBB']));
  await poll(snapshot(11, ['a', 'AAAB'], ['b', 'BBBB']));
  expect(published.map(idOf)).toEqual(
    ['w1', 'w2'].map((watchId) =>
      triggerId({ watchId, slot: 11n, contentHash: contentHash(account('AAAB')).toString('hex') }),
    ),
  );
  expect(counts).toEqual([{ changes: 1, backwards: 0 }]);
});

test('an unchanged account triggers nothing, however often it is read', async () => {
  const { addresses, published, poll } = setUp();
  addresses.set('a', unpolled('w1'));
  for (const slot of [10, 11, 12, 13]) {
    await poll(snapshot(slot, ['a', 'AAAA']));
  }
  expect(published).toEqual([]);
});

test('a return to an earlier state is a change', async () => {
  const { addresses, published, poll } = setUp();
  addresses.set('a', unpolled('w1'));
  for (const [slot, data] of [
    [10, 'AAAA'],
    [11, 'AAAB'],
    [12, 'AAAA'],
  ] as const) {
    await poll(snapshot(slot, ['a', data]));
  }
  expect(published.map(({ slot }) => slot)).toEqual(['11', '12']);
});

test('the deletion and the creation of an account are changes', async () => {
  const { addresses, published, poll } = setUp();
  addresses.set('a', unpolled('w1'));
  await poll(snapshot(10, ['a', 'AAAA']));
  await poll({ slot: 11n, accounts: new Map([['a', null]]) });
  await poll(snapshot(12, ['a', 'AAAA']));
  expect(published).toHaveLength(2);
});

test('a snapshot of an older slot triggers nothing and is not stored', async () => {
  const { addresses, published, counts, poll } = setUp();
  addresses.set('a', unpolled('w1'));
  await poll(snapshot(10, ['a', 'AAAA']));
  await poll(snapshot(20, ['a', 'AAAB']));
  published.length = 0;
  await poll(snapshot(19, ['a', 'AAAA']));
  await poll(snapshot(20, ['a', 'AAAB']));
  expect(published).toEqual([]);
  expect(counts.at(-1)).toEqual({ changes: 0, backwards: 1 });
});

test('a stored slot that is an hour or more ahead does not silence its address', async () => {
  const { addresses, published, poll } = setUp();
  addresses.set('a', unpolled('w1'));
  await poll(snapshot(9_000_000, ['a', 'AAAA']));
  await poll(snapshot(20, ['a', 'AAAB']));
  expect(published.map(({ slot }) => slot)).toEqual(['20']);
});

test('an address that is missing in the snapshot stays as it is', async () => {
  const { addresses, published, poll } = setUp();
  addresses.set('a', unpolled('w1'));
  await poll(snapshot(10, ['a', 'AAAA']));
  await poll(snapshot(11));
  expect(published).toEqual([]);
});

test('a trigger that was not stored is published again under the same id before the next change', async () => {
  let full = true;
  const { addresses, published, poll } = setUp(({ watchId }) => !full || watchId === 'w1');
  addresses.set('a', unpolled('w1', 'w2'));
  await poll(snapshot(10, ['a', 'AAAA']));
  await poll(snapshot(11, ['a', 'AAAB']));
  expect(published.map(({ watchId }) => watchId)).toEqual(['w1']);
  full = false;
  await poll(snapshot(12, ['a', 'AAAC']));
  const firstChange = published.slice(0, 3).map(idOf);
  expect(new Set(firstChange).size).toBe(2);
  expect(published.slice(3).map(({ slot }) => slot)).toEqual(['12', '12']);
});

test('two replicas that observe the same change publish it once', async () => {
  const { store, addresses, published, detector } = setUp();
  addresses.set('a', unpolled('w1'));
  await detector.compare(await store.inPartitions([]), snapshot(10, ['a', 'AAAA']));
  const rows = await store.inPartitions([]);
  await Promise.all([
    detector.compare(rows, snapshot(11, ['a', 'AAAB'])),
    detector.compare(rows, snapshot(12, ['a', 'AAAB'])),
  ]);
  expect(published).toHaveLength(1);
});

test('a replica that finishes a change late does not finish the next one, whose triggers are not stored yet', async () => {
  const { store, addresses } = createMemoryStore();
  addresses.set('a', unpolled('w1'));
  const published: string[] = [];
  let meanwhile = async (): Promise<void> => undefined;
  const replica = (isStored: boolean): ChangeDetector =>
    createChangeDetector({
      store,
      publish: async (pending) => {
        const runMeanwhile = meanwhile;
        meanwhile = async () => undefined;
        await runMeanwhile();
        published.push(...(isStored ? pending.map(({ pending_slot: slot }) => slot) : []));
        return isStored ? pending : [];
      },
      onChanges: () => undefined,
    });
  const [a, b] = [replica(true), replica(false)];
  await a.compare(await store.inPartitions([]), snapshot(10, ['a', 'AAAA']));
  await b.compare(await store.inPartitions([]), snapshot(11, ['a', 'AAAB']));
  // While replica a publishes this change, replica b finishes it and marks the next one, but cannot publish that one.
  meanwhile = async () => {
    await a.resume(['a']);
    await b.compare(await store.inPartitions([]), snapshot(12, ['a', 'AAAC']));
  };
  await a.resume(['a']);
  await a.resume(['a']);
  expect(published).toEqual(['11', '11', '12']);
});

test('a snapshot from before two changes that cancel out is no third change', async () => {
  const { store, addresses, published, detector } = setUp();
  addresses.set('a', unpolled('w1'));
  await detector.compare(await store.inPartitions([]), snapshot(10, ['a', 'AAAA']));
  const stale = await store.inPartitions([]);
  await detector.compare(await store.inPartitions([]), snapshot(20, ['a', 'AAAB']));
  await detector.compare(await store.inPartitions([]), snapshot(30, ['a', 'AAAA']));
  await detector.compare(stale, snapshot(25, ['a', 'AAAB']));
  expect(published.map(({ slot }) => slot)).toEqual(['20', '30']);
});

/** Creates a change detector that fails before or after one of its steps, as when the process is killed. */
function withCrash(
  store: AddressStore,
  publish: (changes: readonly PendingChange[]) => void,
  steps: number,
): ChangeDetector {
  let stepsLeft = steps;
  const step = async <Result>(effect: () => Promise<Result>): Promise<Result> => {
    stepsLeft -= 1;
    if (stepsLeft === 0) {
      throw new Error('killed before');
    }
    const result = await effect();
    stepsLeft -= 1;
    if (stepsLeft === 0) {
      throw new Error('killed after');
    }
    return result;
  };
  return createChangeDetector({
    store: {
      ...store,
      setBaselines: (baselines) => step(() => store.setBaselines(baselines)),
      markPending: (changes) => step(() => store.markPending(changes)),
      findPending: (names) => step(() => store.findPending(names)),
      finish: (changes) => step(() => store.finish(changes)),
    },
    publish: (changes) =>
      step(async () => {
        publish(changes);
        return changes;
      }),
    onChanges: () => undefined,
  });
}

test('no crash and no overlap of replicas loses a change or invents one', async () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant('change' as const), data: fc.constantFrom('AAAA', 'BBBB', 'CCCC') }),
    fc.record({ kind: fc.constant('load' as const), replica: fc.nat(1) }),
    fc.record({ kind: fc.constant('poll' as const), replica: fc.nat(1), crashAt: fc.nat(12) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
      const { store, addresses } = createMemoryStore();
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
      const pollBy = async (replica: number, crashAt: number): Promise<void> => {
        const detector = withCrash(store, publish, crashAt);
        const rows = loaded[replica] ?? (await store.inPartitions([]));
        loaded[replica] = undefined;
        await detector.resume(rows.filter((row) => row.pending_hash !== null).map(({ address }) => address));
        await detector.compare(rows, snapshot(slot, ['a', data]));
      };
      for (const happening of events) {
        slot += 1;
        if (happening.kind === 'change') {
          data = happening.data;
        } else if (happening.kind === 'load') {
          loaded[happening.replica] = await store.inPartitions([]);
        } else {
          await pollBy(happening.replica, happening.crashAt).catch(() => undefined);
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
      expect(slots).toEqual(slots.toSorted((a, b) => a - b));
    }),
    { numRuns: 500 },
  );
});
