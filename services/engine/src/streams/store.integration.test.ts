import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startTestServers, type EngineTestServers } from '../testing/servers.ts';
import { holdStreamLeases, releaseStreamLeases } from './store.ts';

let servers: EngineTestServers;
const [a, b] = [randomUUID(), randomUUID()];
const streams = ['binance', 'coinbase', 'kraken'];

beforeAll(async () => {
  servers = await startTestServers({ withNats: false });
}, 60_000);
afterAll(() => servers.close(), 60_000);

beforeEach(async () => {
  await servers.postgres.query({ name: 'forget_stream_leases', text: 'DELETE FROM stream_leases' });
});

test('of replicas that ask for the same streams at once, one gets each stream, and it can renew it', async () => {
  const wanting = [a, b, ...Array.from({ length: 6 }, () => randomUUID())];
  const held = await Promise.all(wanting.map((holder) => holdStreamLeases(servers.postgres, holder, streams, 60_000)));
  expect(held.flat().toSorted()).toEqual(streams);
  const winner = wanting[held.findIndex((each) => each.length > 0)] ?? '';
  expect(await holdStreamLeases(servers.postgres, winner, streams, 60_000)).not.toEqual([]);
});

test('another replica acquires a lease that lapsed or was released, and none before that', async () => {
  expect(await holdStreamLeases(servers.postgres, a, streams, 60_000)).toHaveLength(3);
  expect(await holdStreamLeases(servers.postgres, b, streams, 60_000)).toEqual([]);
  await servers.postgres.query({
    name: 'lapse_stream_lease',
    text: "UPDATE stream_leases SET until = now() - interval '1 millisecond' WHERE stream = 'kraken'",
  });
  expect(await holdStreamLeases(servers.postgres, b, streams, 60_000)).toEqual(['kraken']);
  await releaseStreamLeases(servers.postgres, a, streams);
  expect(await holdStreamLeases(servers.postgres, b, streams, 60_000)).toHaveLength(3);
});
