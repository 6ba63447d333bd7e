import { subjects } from '@assay/rpc/subjects';
import { startTestNats, type TestNats } from '@assay/stack/testing/test-nats';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openTriggerQueue } from './trigger-queue.ts';

let server: TestNats;

beforeAll(async () => {
  server = await startTestNats();
}, 30_000);

afterAll(async () => {
  await server.close();
});

test('a trigger that waits a fraction of a millisecond longer is not delivered again before its time', async () => {
  const nats = await server.open('watch');
  const queue = await openTriggerQueue(nats, {
    streamReplicas: 1,
    redeliverAfterMs: 30_000,
    onSizeRefused: () => undefined,
  });
  await nats.jetstream.publish(
    subjects.watchTriggered.subject,
    subjects.watchTriggered.encode({ watch_id: 'wat_1', slot: '1', content_hash: 'h', observed_at_ms: '1' }),
  );
  const deliveredAtMs: number[] = [];
  for await (const queued of queue.triggers) {
    deliveredAtMs.push(performance.now());
    if (deliveredAtMs.length === 2) {
      queued.ack();
      break;
    }
    queued.nak(800.123_456_789);
  }
  await queue.close();
  const [first = 0, second = 0] = deliveredAtMs;
  expect(second - first).toBeGreaterThan(700);
}, 30_000);
