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
const [one, two] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  servers = await startTestServers({ withNats: false });
}, 60_000);
afterAll(() => servers.close(), 60_000);

beforeEach(async () => {
  await servers.postgres.query({ name: 'forget_lead', text: 'DELETE FROM measurement_lead' });
  await servers.postgres.query({ name: 'forget_keys', text: 'DELETE FROM measured_keys' });
});

/** Lets the lead lapse without waiting for it. */
async function lapse(): Promise<void> {
  await servers.postgres.query({
    name: 'lapse_lead',
    text: "UPDATE measurement_lead SET until = now() - interval '1 millisecond'",
  });
}

test('of replicas that want the lead at once exactly one gets it, and keeps it by asking again', async () => {
  const wanting = [one, two, ...Array.from({ length: 6 }, () => randomUUID())];
  const held = await Promise.all(wanting.map((holder) => holdLeaderLease(servers.postgres, holder, 60_000)));
  expect(held.filter(Boolean)).toHaveLength(1);
  const leader = wanting[held.indexOf(true)] ?? '';
  expect(await holdLeaderLease(servers.postgres, leader, 60_000)).toBe(true);
  expect(await holdLeaderLease(servers.postgres, randomUUID(), 60_000)).toBe(false);
});

test('a dead leader is replaced once its time has lapsed, and one that leaves at once', async () => {
  expect(await holdLeaderLease(servers.postgres, one, 60_000)).toBe(true);
  await lapse();
  expect(await holdLeaderLease(servers.postgres, two, 60_000)).toBe(true);
  expect(await holdLeaderLease(servers.postgres, one, 60_000)).toBe(false);
  await releaseLeaderLease(servers.postgres, two);
  expect(await holdLeaderLease(servers.postgres, one, 60_000)).toBe(true);
});

test('only the leader writes: what another learned in the meantime is not overwritten', async () => {
  await holdLeaderLease(servers.postgres, one, 60_000);
  await saveStates(servers.postgres, one, [{ key: 'spot.price:BTC', state: 'first' }]);
  await saveVerdictSnapshot(servers.postgres, one, '{"by":"one"}');
  await lapse();
  await holdLeaderLease(servers.postgres, two, 60_000);
  await saveStates(servers.postgres, two, [
    { key: 'spot.price:BTC', state: 'second' },
    { key: 'spot.price:ETH', state: 'new' },
  ]);
  await saveStates(servers.postgres, one, [{ key: 'spot.price:BTC', state: 'late' }]);
  await saveVerdictSnapshot(servers.postgres, one, '{"by":"late"}');
  const states = new Map((await loadStates(servers.postgres, 9)).map(({ key, state }) => [key, state]));
  expect(states).toEqual(
    new Map([
      ['spot.price:BTC', 'second'],
      ['spot.price:ETH', 'new'],
    ]),
  );
  expect(JSON.parse((await loadVerdictSnapshot(servers.postgres, ''))?.snapshotJson ?? '')).toEqual({ by: 'one' });
});

test('a picture is read once, and again when there is a newer one', async () => {
  expect(await loadVerdictSnapshot(servers.postgres, '')).toBeUndefined();
  await holdLeaderLease(servers.postgres, one, 60_000);
  expect(await loadVerdictSnapshot(servers.postgres, '')).toBeUndefined();
  await saveVerdictSnapshot(servers.postgres, one, '{"turn":1}');
  const first = await loadVerdictSnapshot(servers.postgres, '');
  expect(await loadVerdictSnapshot(servers.postgres, first?.at ?? '')).toBeUndefined();
  await saveVerdictSnapshot(servers.postgres, one, '{"turn":2}');
  expect((await loadVerdictSnapshot(servers.postgres, first?.at ?? ''))?.snapshotJson).toBe('{"turn":2}');
});
