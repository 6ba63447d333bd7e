import { expect, test } from '@jest/globals';
import { clockAddress } from '@assay/solana/programs';
import { newAddress, useDetectionWorld, waitUntil } from './testing/replica.ts';

const world = useDetectionWorld();

test('a change publishes one trigger for each watch of its address, and a round reads the address once for all', async () => {
  const [watched, unchanged] = [newAddress(), newAddress()];
  world.setAccount(watched, 'AAAA');
  world.setAccount(unchanged, 'AAAA');
  const ids = [await world.addWatch(watched), await world.addWatch(watched), await world.addWatch(watched)];
  await world.addWatch(unchanged);
  world.startReplica();
  await world.waitForBaseline(watched);
  await world.waitForBaseline(unchanged);
  const before = await world.hashOf(watched);
  const slot = world.setAccount(watched, 'AAAB');
  await world.waitForChange(watched, before);
  await world.waitForRound();
  const triggers = await world.takeTriggers();
  expect(triggers.map(({ watch_id: id }) => id).toSorted()).toEqual(ids.toSorted());
  const hash = await world.hashOf(watched);
  for (const trigger of triggers) {
    expect(trigger).toMatchObject({ address: watched, slot: String(slot), content_hash: hash });
    expect(Math.abs(Date.now() - Number(trigger.observed_at_ms))).toBeLessThan(20_000);
  }
  expect(world.nodeA.calls.every((addresses) => new Set(addresses).size === addresses.length)).toBe(true);
  // The second node is read only for comparison with the first one.
  expect(world.nodeB.calls.filter(([address]) => address !== clockAddress)).toEqual([]);
  const rows = await world.servers.sql<{ at: Date | null }>(
    'SELECT last_triggered_at AS at FROM watches WHERE watched_address = $1',
    [watched],
  );
  expect(rows.every(({ at }) => at !== null)).toBe(true);
});

test('a change after readBaseline is detected', async () => {
  const address = newAddress();
  world.setAccount(address, 'AAAA');
  const { detection, partitions } = world.startReplica();
  await waitUntil(async () => (await partitions()) > 0);
  const id = await world.addWatch(address);
  await detection.readBaseline(address);
  const before = await world.hashOf(address);
  expect(before).toBeDefined();
  world.setAccount(address, 'AAAB');
  await world.waitForChange(address, before);
  expect((await world.takeTriggers()).map(({ watch_id: watch }) => watch)).toEqual([id]);
});

test('a deleted watch gets no trigger after the next poll, and the other watches of its address do', async () => {
  const address = newAddress();
  world.setAccount(address, 'AAAA');
  const [deleted, remaining] = [await world.addWatch(address), await world.addWatch(address)];
  world.startReplica();
  await world.waitForBaseline(address);
  await world.servers.sql('DELETE FROM watches WHERE id = $1', [deleted]);
  const before = await world.hashOf(address);
  world.setAccount(address, 'AAAB');
  await world.waitForChange(address, before);
  expect((await world.takeTriggers()).map(({ watch_id: id }) => id)).toEqual([remaining]);
});

test('push updates detect changes while polling fails, and again after a lost connection', async () => {
  const address = newAddress();
  world.setAccount(address, 'AAAA');
  const id = await world.addWatch(address);
  world.startReplica({ trigger: 'stream' });
  await world.waitForBaseline(address);
  const nodes = [world.nodeA, world.nodeB];
  nodes.forEach((node) => Object.assign(node, { failing: true }));
  const isSubscribed = (): boolean => nodes.some((node) => node.subscribed().includes(address));
  for (const data of ['AAAB', 'AAAC']) {
    await waitUntil(async () => isSubscribed());
    const before = await world.hashOf(address);
    world.setAccount(address, data);
    nodes.forEach((node) => node.notify(address));
    await world.waitForChange(address, before);
    nodes.forEach((node) => node.disconnectAll());
    await waitUntil(async () => !isSubscribed());
  }
  nodes.forEach((node) => Object.assign(node, { failing: false }));
  await world.waitForRound();
  expect((await world.takeTriggers()).map(({ watch_id: watch }) => watch)).toEqual([id, id]);
});
