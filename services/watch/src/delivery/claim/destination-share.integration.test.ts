import { beforeEach, expect, test } from '@jest/globals';
import { createWatchStore } from '../../registry/store.ts';
import { delivered, largeShare, leaseMs, openStores, useReplicas, type ReplicaStores } from '../testing/replicas.ts';
import { claimOf, insertWatch } from '../testing/watches.ts';
import type { DeliveryClaim, StartResult } from './claim.ts';

const replicas = useReplicas();
const minuteMs = 60_000;

let a: ReplicaStores;
let b: ReplicaStores;
let tests = 0;

/** Two replicas. A destination may get three notifications in a minute, of which two may be in flight. */
beforeEach(async () => {
  const destinationShare = { maxInFlight: 2, maxPerMinute: 3 };
  a = openStores(replicas.database, largeShare, destinationShare);
  b = openStores(replicas.database, largeShare, destinationShare);
  tests += 1;
  await replicas.database.sql(`UPDATE test_clock SET at = date_trunc('minute', at) + interval '1 minute'`);
});

const accountOf = (name: string): string => `acc_destination_${tests}_${name}`;
/** Returns a destination with a domain that no other test uses. */
const destination = (name: string): string => `domain ${name}-${tests}.example`;

type Start = { readonly result: StartResult; readonly claim: DeliveryClaim };

/** Claims a trigger of a new watch and starts to send its notification. */
async function start(store: ReplicaStores, account: string, destinations: readonly string[]): Promise<Start> {
  const claim = claimOf(await insertWatch(replicas.database, { accountId: accountOf(account) }), 'now');
  expect((await store.claim(claim, [])).answer).toBe('taken');
  return { result: await store.startSending(claim, destinations, []), claim };
}

async function send(store: ReplicaStores, account: string, destinations: readonly string[]): Promise<void> {
  const { result, claim } = await start(store, account, destinations);
  expect(result).toBe('sending');
  await store.end(claim, delivered, []);
}

test('one domain gets a limited number of notifications in a minute, over all accounts and replicas', async () => {
  const host = [destination('shop')];
  await send(a, 'alice', host);
  await send(b, 'bob', host);
  await send(a, 'carol', host);
  expect((await start(b, 'alice', host)).result).toBe('destination_minute');
  expect((await start(a, 'alice', [destination('elsewhere')])).result).toBe('sending');
  await replicas.database.stepClock(minuteMs);
  expect((await start(b, 'alice', host)).result).toBe('sending');
});

test('one address gets a limited number of notifications, whatever domains lead to it', async () => {
  const address = `address 203.0.113.${tests}`;
  for (const domain of ['one', 'two', 'three']) {
    await send(a, domain, [destination(domain), address]);
  }
  expect((await start(b, 'four', [destination('four'), address])).result).toBe('destination_minute');
  // A refused notification counts for none of its other destinations.
  const used = 'SELECT destination FROM destinations WHERE destination = $1 AND sent > 0';
  expect(await replicas.database.sql(used, [destination('four')])).toEqual([]);
});

test('the notifications in flight to one domain are limited, and one of a dead replica counts until its lease ends', async () => {
  const host = [destination('slow')];
  const first = await start(a, 'alice', host);
  expect([first.result, (await start(b, 'bob', host)).result]).toEqual(['sending', 'sending']);
  const third = await start(b, 'carol', host);
  expect(third.result).toBe('destination_in_flight');
  await a.end(first.claim, delivered, []);
  expect(await b.startSending(third.claim, host, [])).toBe('sending');
  await replicas.database.stepClock(leaseMs + minuteMs);
  expect((await start(a, 'alice', host)).result).toBe('sending');
});

test('concurrent starts in two replicas never exceed a share', async () => {
  const destinations = [destination('busy'), `address 198.51.100.${tests}`];
  const started = await Promise.all(
    Array.from({ length: 8 }, (_unused, index) =>
      // The starts lock destinations in the order of their names, so they never deadlock.
      start(index % 2 === 0 ? a : b, `account-${index}`, index % 3 === 0 ? destinations : destinations.toReversed()),
    ),
  );
  expect(started.filter(({ result }) => result === 'sending')).toHaveLength(2);
});

test('a notification beyond the share waits with its latest change, uncharged, and the record says so', async () => {
  const host = [destination('full')];
  await start(a, 'alice', host);
  await start(a, 'carol', host);
  const { claim, result } = await start(b, 'bob', host);
  expect(result).toBe('destination_in_flight');
  await b.releaseForDestination(claim);
  const [watch] = await createWatchStore(replicas.database.open()).list(accountOf('bob'), []);
  expect(watch?.waiting_share).toBe('destination');
  const settlements = 'SELECT capture_micros FROM settlements WHERE hold_id = $1';
  expect(await replicas.database.sql(settlements, [claim.holdId])).toEqual([{ capture_micros: '0' }]);
  await replicas.database.stepClock(leaseMs + minuteMs);
  const again = { ...claim, id: 'another-run', holdId: `${claim.holdId}-2` };
  expect((await a.claim(again, [])).answer).toBe('taken');
  expect(await a.startSending(again, host, [])).toBe('sending');
});

test('the shares of past hours are deleted, and those of this minute stay', async () => {
  await send(a, 'alice', [destination('old')]);
  await replicas.database.stepClock(2 * 60 * minuteMs);
  await send(a, 'bob', [destination('new')]);
  await a.deleteOldShares(100_000);
  const names = (table: string, column: string): Promise<unknown[]> =>
    replicas.database.sql(`SELECT ${column} AS name FROM ${table} ORDER BY 1`);
  expect(await names('destinations', 'destination')).toEqual([{ name: destination('new') }]);
  expect(await names('shares', 'account_id')).toEqual([{ name: accountOf('bob') }]);
  expect(await names('notifications_in_flight', 'destination')).toEqual([]);
});

test('one account leaves a tenth of a destination to the others, in a minute and in flight', async () => {
  const destinationShare = { maxInFlight: 10, maxPerMinute: 20 };
  [a, b] = [
    openStores(replicas.database, largeShare, destinationShare),
    openStores(replicas.database, largeShare, destinationShare),
  ];
  const host = [destination('shared')];
  /** Sends up to a number of notifications. Returns how many the destination accepted. */
  const sendUpTo = async (account: string, count: number): Promise<number> => {
    let sent = 0;
    for (let index = 0; index < count; index += 1) {
      const { result, claim } = await start(index % 2 === 0 ? a : b, account, host);
      sent += result === 'sending' ? 1 : 0;
      await (result === 'sending' ? a.end(claim, delivered, []) : a.releaseForDestination(claim));
    }
    return sent;
  };
  expect([await sendUpTo('alice', 25), await sendUpTo('bob', 5)]).toEqual([18, 2]);
  await replicas.database.stepClock(minuteMs);
  expect([await sendUpTo('alice', 12), await sendUpTo('bob', 12)]).toEqual([12, 8]);

  const inFlight = async (account: string, count: number): Promise<number> => {
    const started = await Promise.all(Array.from({ length: count }, () => start(a, account, [destination('flight')])));
    return started.filter(({ result }) => result === 'sending').length;
  };
  expect([await inFlight('alice', 12), await inFlight('bob', 3)]).toEqual([9, 1]);
});
