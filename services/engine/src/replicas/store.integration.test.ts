import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createBudget, type RequestLimit } from '@assay/concurrency/request-budget';
import { startTestServers, type EngineTestServers } from '../testing/servers.ts';
import { createSharedBudgets, replicaLeaseMs } from './shared-budgets.ts';
import { leaveReplicas, reportReplica } from './store.ts';

let servers: EngineTestServers;
const monthMs = 30 * 86_400_000;

beforeAll(async () => {
  servers = await startTestServers({ withNats: false });
}, 60_000);
afterAll(() => servers.close(), 60_000);

beforeEach(async () => {
  await servers.postgres.query({ name: 'forget_replicas', text: 'DELETE FROM engine_replicas' });
  await servers.postgres.query({ name: 'forget_usage', text: 'DELETE FROM provider_usage' });
});

/**
 * Returns a replica with one limit. `report` sends the replica's report of one second. `takeAll` returns the number of
 * requests that the replica may send now.
 */
function replicaWith(limit: RequestLimit, down: readonly string[] | null = null) {
  const id = randomUUID();
  const budget = createBudget(limit, () => 0);
  const shared = createSharedBudgets(id, () => 0);
  shared.add('p', limit, budget);
  const report = async () => {
    const usage = shared.report();
    const state = await reportReplica(servers.postgres, id, replicaLeaseMs, down, usage);
    shared.onState(state, usage);
    return state;
  };
  const takeAll = (): number => Array.from({ length: 10_000 }, () => budget.take()).filter(Boolean).length;
  return { id, report, takeAll };
}

/** Makes every replica look as if it joined long ago, so that each has its share. */
async function letJoin(): Promise<void> {
  await servers.postgres.query({
    name: 'settle_replicas',
    text: "UPDATE engine_replicas SET joined_at = joined_at - interval '5 minutes'",
  });
}

test('two replicas divide a rate limit', async () => {
  const limit = { requests: 100, perMs: 60_000 };
  const [a, b] = [replicaWith(limit), replicaWith(limit)];
  await Promise.all([a.report(), b.report()]);
  await letJoin();
  await Promise.all([a.report(), b.report()]);
  expect([a.takeAll(), b.takeAll()]).toEqual([45, 45]);
});

test("a restart does not forget the requests of a month's quota", async () => {
  const limit = { requests: 500, perMs: monthMs };
  const before = replicaWith(limit);
  let sent = 0;
  for (let second = 0; second < 20; second += 1) {
    await before.report();
    sent += before.takeAll();
  }
  await leaveReplicas(servers.postgres, before.id);
  const after = replicaWith(limit);
  expect(sent).toBe(100);
  expect((await after.report()).usage['p']).toEqual({ granted: 5, taken: 105 });
});

test('requests of a quota expire with their window', async () => {
  const limit = { requests: 500, perMs: monthMs };
  const replica = replicaWith(limit);
  await replica.report();
  replica.takeAll();
  await servers.postgres.query({
    name: 'expire_usage',
    text: "UPDATE provider_usage SET expires_at = now() - interval '1 millisecond', part_at_ms = part_at_ms - 1",
  });
  expect((await replica.report()).usage).toEqual({ p: { granted: 5, taken: 5 } });
});

test('a replica that comes back after its lease lapsed joins again, because the others used its share', async () => {
  const replica = replicaWith({ requests: 1, perMs: 1_000 });
  await replica.report();
  await letJoin();
  expect((await replica.report()).replicas[0]?.joinedForMs).toBeGreaterThan(299_000);
  await leaveReplicas(servers.postgres, replica.id);
  expect((await replica.report()).replicas[0]?.joinedForMs).toBeLessThan(1_000);
});

test('replicas read the views of one another, and a replica that left is not present', async () => {
  const limit = { requests: 1, perMs: 1_000 };
  const [a, b] = [replicaWith(limit, ['spot.price kraken']), replicaWith(limit)];
  await a.report();
  const seen = (await b.report()).replicas.find(({ replica }) => replica === a.id);
  expect(seen?.down).toEqual(['spot.price kraken']);
  expect(seen?.lapsedForMs).toBeLessThan(0);
  await leaveReplicas(servers.postgres, a.id);
  const left = (await b.report()).replicas.find(({ replica }) => replica === a.id);
  expect(left?.lapsedForMs).toBeGreaterThan(0);
});

test('many replicas that report at once never get more than the quota together', async () => {
  const limit = { requests: 1_000, perMs: monthMs };
  const replicas = Array.from({ length: 8 }, () => replicaWith(limit));
  let sent = 0;
  for (let second = 0; second < 15; second += 1) {
    await Promise.all(replicas.map(({ report }) => report()));
    sent += replicas.map(({ takeAll }) => takeAll()).reduce((sum, taken) => sum + taken, 0);
  }
  expect(sent).toBe(900);
});
