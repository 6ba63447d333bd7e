import { subjects } from '@assay/rpc/subjects';
import { createLogger } from '@assay/telemetry/log';
import { openNats } from '@assay/messaging/nats';
import { startNatsWithUsers } from '@assay/stack/testing/nats-users';
import { expect, test } from '@jest/globals';

test('the user of the engine sends and receives the trades of streams', async () => {
  const server = await startNatsWithUsers();
  const closers: (() => unknown)[] = [];
  const { connection } = await openNats(server.settingsOf('engine'), 'engine', {
    log: createLogger('engine', 'silent'),
    defer: (_name, close) => closers.push(close),
  });
  const { subject, encode, decode } = subjects.printsSeen;
  const subscription = connection.subscribe(subject, { max: 1 });
  connection.publish(subject, encode({ sender: 'replica', sequence: '7', prints: [] }));
  const received: string[] = [];
  for await (const message of subscription) {
    received.push(decode(message.data).sequence);
  }
  expect(received).toEqual(['7']);
  for (const close of closers) {
    await close();
  }
  await server.close();
}, 30_000);
