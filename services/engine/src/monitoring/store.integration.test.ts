import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { StoredKeyState } from '@assay/independence/key-state';
import { startTestServers, type EngineTestServers } from '../testing/servers.ts';
import {
  deleteOldStates,
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

/** Returns a key's state as the store accepts it. */
function stateOf(key: string, state: string, observations = 1, format = 1): StoredKeyState {
  return { key, state, format, observations };
}

/** Lets the leader lease lapse at once, so that the test need not wait for its end. */
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
  await saveStates(servers.postgres, a, [stateOf('spot.price:BTC', 'first')]);
  await saveVerdictSnapshot(servers.postgres, a, '{"by":"one"}');
  await lapse();
  await holdLeaderLease(servers.postgres, b, 60_000);
  await saveStates(servers.postgres, b, [stateOf('spot.price:BTC', 'second'), stateOf('spot.price:ETH', 'new')]);
  await saveStates(servers.postgres, a, [stateOf('spot.price:BTC', 'late', 99)]);
  await saveVerdictSnapshot(servers.postgres, a, '{"by":"late"}');
  const states = new Map(
    (await loadStates(servers.postgres, ['spot.price:BTC', 'spot.price:ETH'])).map(({ key, state }) => [key, state]),
  );
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

test('a poorer state never overwrites a richer one, unless the richer one has aged', async () => {
  await holdLeaderLease(servers.postgres, a, 60_000);
  const stored = async (): Promise<string | undefined> =>
    (await loadStates(servers.postgres, ['spot.price:BTC']))[0]?.state;
  const save = (state: string, observations: number, format: number): Promise<void> =>
    saveStates(servers.postgres, a, [stateOf('spot.price:BTC', state, observations, format)]);
  await save('rich', 900, 4);
  await save('empty', 3, 4);
  expect(await stored()).toBe('rich');
  await save('richer', 901, 4);
  await save('of an older format', 5_000, 3);
  expect(await stored()).toBe('richer');
  await save('of a newer format', 1, 5);
  expect(await stored()).toBe('of a newer format');
  await servers.postgres.query({
    name: 'age_keys',
    text: "UPDATE measured_keys SET updated_at = now() - interval '25 hours', observations = 900",
  });
  expect(await stored()).toBeUndefined();
  await save('after a day', 1, 5);
  expect(await stored()).toBe('after a day');
});

test('states that nobody updated for a week are deleted', async () => {
  await holdLeaderLease(servers.postgres, a, 60_000);
  await saveStates(servers.postgres, a, [stateOf('spot.price:BTC', 'old'), stateOf('spot.price:ETH', 'new')]);
  await servers.postgres.query({
    name: 'age_btc',
    text: "UPDATE measured_keys SET updated_at = now() - interval '8 days' WHERE key = 'spot.price:BTC'",
  });
  await deleteOldStates(servers.postgres);
  const left = await servers.postgres.query<{ key: string }>({ name: 'keys', text: 'SELECT key FROM measured_keys' });
  expect(left.map(({ key }) => key)).toEqual(['spot.price:ETH']);
});
