import { subjects } from '@assay/rpc/subjects';
import { createLogger } from '@assay/telemetry/log';
import { openNats } from '@assay/messaging/nats';
import { startNats } from '@assay/stack/nats';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTriggerQueue } from './trigger-queue.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'assay-nats-'));
const closers: (() => unknown)[] = [];
let server: Awaited<ReturnType<typeof startNats>>;

beforeAll(async () => {
  server = await startNats({ dataDir, log: () => undefined });
}, 30_000);

afterAll(async () => {
  for (const close of closers) {
    await close();
  }
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a trigger that waits a fraction of a millisecond longer is not delivered again before its time', async () => {
  const nats = await openNats({ ASSAY_NATS_URL: server.url }, 'watch', {
    log: createLogger('watch', 'silent'),
    defer: (_name, close) => closers.push(close),
  });
  const queue = await openTriggerQueue(nats, {
    streamReplicas: 1,
    redeliverAfterMs: 30_000,
    onSizeRefused: () => undefined,
  });
  await nats?.jetstream.publish(
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
