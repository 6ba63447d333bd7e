import { expect, test } from '@jest/globals';
import type { Postgres } from '@assay/storage/postgres';
import { pause } from '@assay/runtime/clock';
import { createAddressStore } from '../../detection/address-store.ts';
import { deferMs, delivered, largeShare, leaseMs, useReplicas } from '../testing/replicas.ts';
import { claimOf, insertWatch, triggerOf } from '../testing/watches.ts';
import { createAccountLanes, type AccountLanes } from './account-lanes.ts';
import type { DeliveryClaim } from './claim.ts';
import { createClaimStore, type ClaimStore } from './store.ts';

const replicas = useReplicas();
const connections = 3;
const lockTimeoutMs = 500;
const retryForMs = 60_000;

/** Creates the lanes of one replica with a small pool. `claims` returns the number of claim statements so far. */
function openLanes(): { readonly of: (accountId: string) => ClaimStore; readonly claims: () => number } {
  const postgres = replicas.database.open({ purpose: 'deliveries', connections, lockTimeoutMs });
  let claims = 0;
  const query: Postgres['query'] = (statement, traces) => {
    claims += statement.name === 'claim_trigger' ? 1 : 0;
    return postgres.query(statement, traces);
  };
  const monotonic = (): number => performance.now();
  const lanes: AccountLanes = createAccountLanes(
    { query },
    {
      permits: connections,
      refuseForMs: 2_000,
      retryForMs,
      monotonic,
      pause,
    },
  );
  const options = { leaseMs, deferMs, share: largeShare, destinationShare: { maxInFlight: 1e5, maxPerMinute: 1e5 } };
  return { of: (accountId) => createClaimStore(lanes.of(accountId), options), claims: () => claims };
}

/** Runs work while another transaction has rows locked. */
async function whileLocked<Result>(
  text: string,
  values: readonly unknown[],
  work: () => Promise<Result>,
): Promise<Result> {
  return replicas.database.open().transaction(async (client) => {
    const { rowCount } = await client.query(text, [...values]);
    expect(rowCount).toBeGreaterThan(0);
    return work();
  });
}

const lockOfWatches = 'SELECT FROM watches WHERE account_id = $1 FOR UPDATE';
const lockOfShares = 'SELECT FROM shares WHERE account_id = $1 FOR UPDATE';

/** Claims, sends and ends this many deliveries of new watches of an account, all in parallel. */
async function deliverMany(claims: ClaimStore, accountId: string, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_unused, index) => {
      const claim = claimOf(await insertWatch(replicas.database, { accountId }), `t${index}`);
      const { answer } = await claims.claim(claim, []);
      await claims.startSending(claim, [], []);
      return (await claims.end(claim, delivered, [])) ? answer : 'lost';
    }),
  );
}

test.each([
  ['watches', lockOfWatches],
  ['shares', lockOfShares],
])(
  'while the %s of an account are locked, its claims fail soon and those of another account take no longer',
  async (name, lock) => {
    const [locked, bystander] = [`acc_locked_${name}`, `acc_beside_${name}`];
    const lanes = openLanes();
    await deliverMany(lanes.of(locked), locked, 1);
    const watches = await Promise.all(
      Array.from({ length: 40 }, () => insertWatch(replicas.database, { accountId: locked })),
    );
    await whileLocked(lock, [locked], async () => {
      const before = lanes.claims();
      const attacks = Promise.all(
        watches.map((watch) =>
          lanes
            .of(locked)
            .claim(claimOf(watch, 'now'), [])
            .then(
              () => 'taken',
              (fault: { readonly code?: string }) => fault.code,
            ),
        ),
      );
      expect(await deliverMany(lanes.of(bystander), bystander, 10)).toEqual(Array.from({ length: 10 }, () => 'taken'));
      expect([...new Set(await attacks)]).toEqual(['UNAVAILABLE']);
      // Only a few of the 40 claims occupied a connection while they waited for the lock.
      expect(lanes.claims() - before).toBeLessThanOrEqual(10 + 6);
    });
    await pause(2_100);
    expect((await lanes.of(locked).claim(claimOf(watches[0] ?? '', 'after'), [])).answer).toBe('taken');
  },
  60_000,
);

test('the end of a sent notification waits for a locked row, however often its lock is not free', async () => {
  const accountId = 'acc_locked_end';
  const lanes = openLanes();
  const claims = lanes.of(accountId);
  const claim = claimOf(await insertWatch(replicas.database, { accountId }), 'sent');
  await claims.claim(claim, []);
  await claims.startSending(claim, [], []);
  let ended: Promise<boolean> | undefined;
  await whileLocked(lockOfWatches, [accountId], async () => {
    ended = claims.end(claim, delivered, []);
    await pause(3 * lockTimeoutMs);
  });
  expect(await ended).toBe(true);
}, 60_000);

/** Claims a trigger of a new watch and starts to send, but never ends the delivery, as if the worker had died. */
async function deadClaim(accountId: string): Promise<DeliveryClaim> {
  const claim = claimOf(await insertWatch(replicas.database, { accountId }), 'dead');
  await replicas.a.claim(claim, []);
  await replicas.a.startSending(claim, [], []);
  return claim;
}

test('a locked watch delays no sweep, no removal, no precheck and no detection of others', async () => {
  const locked = await deadClaim('acc_locked_sweep');
  await deadClaim('acc_beside_sweep');
  await replicas.database.stepClock(leaseMs + 1);
  const store = createAddressStore(replicas.database.open());
  const [row] = await replicas.database.sql<{ address: string }>(
    'SELECT watched_address AS address FROM watches WHERE id = $1',
    [locked.watchId],
  );
  const addresses = [row?.address ?? '', 'address-beside'];
  await replicas.database.sql(`INSERT INTO addresses (address, partition) VALUES ('address-beside', 0)`);
  const lock = `WITH w AS (SELECT id FROM watches WHERE id = $1 FOR UPDATE)
    SELECT FROM addresses WHERE address = $2 AND EXISTS (SELECT FROM w) FOR UPDATE`;
  await whileLocked(lock, [locked.watchId, addresses[0]], async () => {
    // If this statement waited for the lock, it would fail after five seconds.
    expect(await replicas.a.endExpired(100)).toEqual(['lost']);
    await store.setBaselines(
      addresses.map((address) => ({ address, before: null, contentHash: Buffer.from('aa', 'hex'), slot: 5n })),
    );
    const rows = await store.byAddress(addresses);
    const read = rows.filter(({ content_hash: hash }) => hash !== null).map(({ address }) => address);
    expect(read).toEqual(['address-beside']);
    await replicas.a.precheck(triggerOf(claimOf(locked.watchId, 'later')));
  });
  expect(await replicas.a.endExpired(100)).toEqual(['lost']);
}, 60_000);
