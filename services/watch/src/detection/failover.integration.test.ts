import { subjects } from '@assay/rpc/subjects';
import { expect, test } from '@jest/globals';
import { newAddress, useDetectionWorld, waitUntil } from './testing/replica.ts';

const world = useDetectionWorld();
const { stream, subject } = subjects.watchTriggered;

test('a restart loses no change that happened meanwhile and invents none', async () => {
  const [changed, unchanged] = [newAddress(), newAddress()];
  world.setAccount(changed, 'AAAA');
  world.setAccount(unchanged, 'AAAA');
  const id = await world.addWatch(changed);
  await world.addWatch(unchanged);
  const first = world.startReplica();
  await world.waitForBaseline(changed);
  await world.waitForBaseline(unchanged);
  await first.stop();
  const before = await world.hashOf(changed);
  world.setAccount(changed, 'AAAB');
  world.startReplica();
  await world.waitForChange(changed, before);
  await world.waitForRound();
  expect((await world.takeTriggers()).map(({ watch_id: watch }) => watch)).toEqual([id]);
});

test('triggers whose publisher died are published again under the same ids and stored once', async () => {
  const address = newAddress();
  world.setAccount(address, 'AAAA');
  await world.addWatch(address);
  await world.addWatch(address);
  const first = world.startReplica();
  await world.waitForBaseline(address);
  const before = await world.hashOf(address);
  world.setAccount(address, 'AAAB');
  await world.waitForChange(address, before);
  await first.stop();
  // The state that remains when a process dies after the last acknowledgement and before the change is finished.
  await world.servers.sql(
    `UPDATE addresses SET pending_hash = content_hash, pending_slot = slot, pending_at = now(),
            content_hash = decode($2, 'hex'), slot = slot - 1 WHERE address = $1`,
    [address, before],
  );
  world.startReplica();
  await world.waitForChange(address, undefined);
  expect(await world.takeTriggers()).toHaveLength(2);
});

test('a change during an outage of NATS is published after it', async () => {
  const { servers } = world;
  const address = newAddress();
  world.setAccount(address, 'AAAA');
  const id = await world.addWatch(address);
  world.startReplica();
  await world.waitForBaseline(address);
  await servers.killNats();
  try {
    const slot = world.setAccount(address, 'AAAB');
    await waitUntil(async () => {
      const rows = await servers.sql('SELECT FROM addresses WHERE address = $1 AND pending_slot = $2', [address, slot]);
      return rows.length === 1;
    });
    world.setAccount(address, 'AAAC');
  } finally {
    await servers.startNats();
  }
  await waitUntil(async () => servers.nats.connected());
  const last = world.setAccount(address, 'AAAC');
  await waitUntil(async () => {
    const rows = await servers.sql('SELECT FROM addresses WHERE address = $1 AND slot >= $2', [address, last - 1]);
    return rows.length === 1;
  });
  const triggers = await world.takeTriggers();
  expect(triggers.map(({ watch_id: watch }) => watch)).toEqual([id, id]);
  expect(new Set(triggers.map(({ content_hash: hash }) => hash)).size).toBe(2);
});

test('a failed node gives way to another one, and a node with an older state triggers nothing', async () => {
  const { nodeA, nodeB } = world;
  const address = newAddress();
  world.setAccount(address, 'AAAA');
  const id = await world.addWatch(address);
  world.startReplica();
  await world.waitForBaseline(address);
  const before = await world.hashOf(address);
  nodeA.failing = true;
  world.setAccount(address, 'AAAB');
  // Node b still shows the former state.
  nodeB.slot -= 1;
  nodeB.accounts.set(address, { lamports: '5', owner: 'o', executable: false, data: 'AAAA' });
  await world.waitForRound();
  expect(await world.hashOf(address)).toBe(before);
  nodeA.failing = false;
  world.setAccount(address, 'AAAB');
  await world.waitForChange(address, before);
  nodeA.failing = true;
  nodeB.slot -= 3;
  nodeB.accounts.set(address, { lamports: '5', owner: 'o', executable: false, data: 'AAAA' });
  await world.waitForRound();
  expect((await world.takeTriggers()).map(({ watch_id: watch }) => watch)).toEqual([id]);
});

test('replicas share the partitions, and those of a stopped or dead replica move to another one within the lease', async () => {
  const { servers } = world;
  const addresses = Array.from({ length: 60 }, newAddress);
  for (const address of addresses) {
    world.setAccount(address, 'AAAA');
    await world.addWatch(address);
  }
  const [first, second] = [world.startReplica({ leaseMs: 2_000 }), world.startReplica({ leaseMs: 2_000 })];
  await waitUntil(async () => (await first.partitions()) === 32 && (await second.partitions()) === 32);
  await first.stop();
  await waitUntil(async () => (await second.partitions()) === 64);
  // A dead replica is one whose row exists but that nobody renews.
  await second.stop();
  await servers.sql("INSERT INTO replicas VALUES ('dead', clock_timestamp() + interval '1 second')");
  await servers.sql("UPDATE partitions SET replica = 'dead', leased_until = clock_timestamp() + interval '1 second'");
  const startedAt = Date.now();
  const third = world.startReplica({ leaseMs: 2_000 });
  await waitUntil(async () => (await third.partitions()) === 64);
  expect(Date.now() - startedAt).toBeGreaterThan(900);
  const moved = addresses[0] ?? '';
  await world.waitForBaseline(moved);
  const before = await world.hashOf(moved);
  world.setAccount(moved, 'AAAB');
  await world.waitForChange(moved, before);
  expect(await world.takeTriggers()).toHaveLength(1);
});

test('a full queue keeps its messages, and a refused trigger is published when there is space', async () => {
  const { servers } = world;
  const address = newAddress();
  world.setAccount(address, 'AAAA');
  const id = await world.addWatch(address);
  world.startReplica();
  await world.waitForBaseline(address);
  const manager = await servers.nats.manager();
  const { config } = await manager.streams.info(stream);
  await manager.streams.update(stream, { ...config, max_msgs: 1 });
  await servers.nats.jetstream.publish(subject, subjects.watchTriggered.encode({ watch_id: 'earlier' }));
  const before = await world.hashOf(address);
  world.setAccount(address, 'AAAB');
  await waitUntil(async () => (await world.hashOf(address)) === undefined);
  expect((await world.takeTriggers()).map(({ watch_id: watch }) => watch)).toEqual(['earlier']);
  await world.waitForChange(address, before);
  expect((await world.takeTriggers()).map(({ watch_id: watch }) => watch)).toEqual([id]);
  await manager.streams.update(stream, { ...config, max_msgs: -1 });
});
