import { subjects } from '@assay/rpc/subjects';
import { startNatsWithUsers, type NatsWithUsers } from '@assay/stack/testing/nats-users';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openTriggerQueue } from './trigger-queue.ts';

let server: NatsWithUsers;

beforeAll(async () => {
  server = await startNatsWithUsers();
}, 30_000);

afterAll(async () => {
  await server.close();
});

test('the user of the watch service makes its queue, publishes triggers and receives them', async () => {
  const nats = await server.open('watch');
  const queue = await openTriggerQueue(nats, {
    streamReplicas: 1,
    redeliverAfterMs: 5_000,
    onSizeRefused: () => undefined,
  });
  const trigger = { watch_id: 'w_1', slot: '7', content_hash: 'aa', traceparent: '', observed_at_ms: '5' };
  await nats.jetstream.publish(subjects.watchTriggered.subject, subjects.watchTriggered.encode(trigger));
  for await (const queued of queue.triggers) {
    expect(queued.trigger).toMatchObject({ watchId: 'w_1', slot: 7n });
    queued.ack();
    break;
  }
  await queue.close();
});

test.each([
  ['watch', subjects.keyRevoked.subject],
  ['watch', subjects.decisionRecorded.subject],
  ['gateway', subjects.keyRevoked.subject],
  ['engine', subjects.keyRevoked.subject],
  ['billing', subjects.watchTriggered.subject],
] as const)('the user of %s may not publish on %s', async (user, subject) => {
  const { connection } = await server.open(user);
  const refused = new Promise((resolve) => {
    void (async () => {
      for await (const status of connection.status()) {
        if (status.type === 'error') {
          resolve(status.error);
        }
      }
    })();
  });
  connection.publish(subject, new Uint8Array());
  expect(String(await refused)).toMatch(/permissions violation/i);
});

test('billing announces a revoked key, and the gateway receives it', async () => {
  const [billing, gateway] = [await server.open('billing'), await server.open('gateway')];
  const { subject, encode, decode } = subjects.keyRevoked;
  const received = new Promise<Uint8Array>((resolve) => {
    gateway.connection.subscribe(subject, { callback: (_error, { data }) => resolve(data) });
  });
  await gateway.connection.flush();
  billing.connection.publish(subject, encode({ key_sha256: Buffer.alloc(32, 1) }));
  expect(Buffer.from(decode(await received).key_sha256)).toEqual(Buffer.alloc(32, 1));
});

test('a wrong password or no password is refused', async () => {
  const wrong = { ...server.settingsOf('watch'), ASSAY_NATS_PASSWORD: 'wrong' };
  await expect(server.open('watch', wrong)).rejects.toThrow(/authorization/i);
  await expect(server.open('watch', { ASSAY_NATS_URL: server.url })).rejects.toThrow(/authorization/i);
});

test('credentials in the URL work', async () => {
  const { ASSAY_NATS_USER: user, ASSAY_NATS_PASSWORD: password } = server.settingsOf('billing');
  const nats = await server.open('billing', {
    ASSAY_NATS_URL: server.url.replace('://', `://${user}:${password}@`),
  });
  expect(nats.connected()).toBe(true);
});
