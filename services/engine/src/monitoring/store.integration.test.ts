import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startTestServers, type EngineTestServers } from '../testing/servers.ts';
import {
  holdLeaderLease,
  releaseLeaderLease,
  loadVerdictSnapshot,
  loadStates,
  saveVerdictSnapshot,
  saveStates,
} from './store.ts';

let servers: EngineTestServers;
const [a, b] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  servers = await startTestServers({ withNats: false });
}, 60_000);
afterAll(() => servers.close(), 60_000);

beforeEach(async () => {
  await servers.postgres.query({ name: 'forget_lead', text: 'DELETE FROM measurement_lead' });
  await servers.postgres.query({ name: 'forget_keys', text: 'DELETE FROM measured_keys' });
});

/** Ends the lease without waiting for its time. */
async function lapse(): Promise<void> {
  await servers.postgres.query({
    name: 'lapse_lead',
    text: "UPDATE measurement_lead SET until = now() - interval '1 millisecond'",
  });
}

test('of replicas that ask for the lease at once exactly one gets it, and it can renew the lease', async () => {
  const wanting = [a, b, ...Array.from({ length: 6 }, () => randomUUID())];
  const held = await Promise.all(wanting.map((holder) => holdLeaderLease(servers.postgres, holder, 60_000)));
  expect(held.filter(Boolean)).toHaveLength(1);
  const leader = wanting[held.indexOf(true)] ?? '';
  expect(await holdLeaderLease(servers.postgres, leader, 60_000)).toBe(true);
  expect(await holdLeaderLease(servers.postgres, randomUUID(), 60_000)).toBe(false);
});

test('a lapsed lease goes to another replica, and a released one at once', async () => {
  expect(await holdLeaderLease(servers.postgres, a, 60_000)).toBe(true);
  await lapse();
  expect(await holdLeaderLease(servers.postgres, b, 60_000)).toBe(true);
  expect(await holdLeaderLease(servers.postgres, a, 60_000)).toBe(false);
  await releaseLeaderLease(servers.postgres, b);
  expect(await holdLeaderLease(servers.postgres, a, 60_000)).toBe(true);
});

test('only the leader writes, so a former leader does not overwrite newer states', async () => {
  await holdLeaderLease(servers.postgres, a, 60_000);
  await saveStates(servers.postgres, a, [{ key: 'spot.price:BTC', state: 'first' }]);
  await saveVerdictSnapshot(servers.postgres, a, '{"by":"one"}');
  await lapse();
  await holdLeaderLease(servers.postgres, b, 60_000);
  await saveStates(servers.postgres, b, [
    { key: 'spot.price:BTC', state: 'second' },
    { key: 'spot.price:ETH', state: 'new' },
  ]);
  await saveStates(servers.postgres, a, [{ key: 'spot.price:BTC', state: 'late' }]);
  await saveVerdictSnapshot(servers.postgres, a, '{"by":"late"}');
  const states = new Map((await loadStates(servers.postgres, 9)).map(({ key, state }) => [key, state]));
  expect(states).toEqual(
    new Map([
      ['spot.price:BTC', 'second'],
      ['spot.price:ETH', 'new'],
    ]),
  );
  expect(JSON.parse((await loadVerdictSnapshot(servers.postgres, ''))?.snapshotJson ?? '')).toEqual({ by: 'one' });
});

test('a replica reads each stored snapshot once', async () => {
  expect(await loadVerdictSnapshot(servers.postgres, '')).toBeUndefined();
  await holdLeaderLease(servers.postgres, a, 60_000);
  expect(await loadVerdictSnapshot(servers.postgres, '')).toBeUndefined();
  await saveVerdictSnapshot(servers.postgres, a, '{"turn":1}');
  const first = await loadVerdictSnapshot(servers.postgres, '');
  expect(await loadVerdictSnapshot(servers.postgres, first?.at ?? '')).toBeUndefined();
  await saveVerdictSnapshot(servers.postgres, a, '{"turn":2}');
  expect((await loadVerdictSnapshot(servers.postgres, first?.at ?? ''))?.snapshotJson).toBe('{"turn":2}');
});
