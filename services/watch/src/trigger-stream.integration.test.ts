import { subjects } from '@assay/rpc/subjects';
import { createLogger } from '@assay/telemetry/log';
import { openNats } from '@assay/messaging/nats';
import { startNats } from '@assay/stack/nats';
import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTriggerStream } from './trigger-stream.ts';

const mebibyte = 1_024 * 1_024;

test('the queue of triggers takes the first smaller size that a small disk has', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-nats-'));
  const configFile = join(dataDir, 'nats.conf');
  writeFileSync(configFile, `jetstream: { max_file_store: ${150 * mebibyte} }\n`);
  const server = await startNats({ dataDir, configFile, log: () => undefined });
  const closers: (() => unknown)[] = [];
  const nats = await openNats({ ASSAY_NATS_URL: server.url }, 'watch', {
    log: createLogger('watch', 'silent'),
    defer: (_name, close) => closers.push(close),
  });
  const refused: number[] = [];
  await makeTriggerStream(nats, { replicas: 1, onSizeRefused: (bytes) => refused.push(bytes / mebibyte) });
  expect(refused).toEqual([512, 256]);
  const { config } = await (await nats.manager()).streams.info(subjects.watchTriggered.stream);
  expect(config.max_bytes).toBe(128 * mebibyte);
  for (const close of closers) {
    await close();
  }
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 30_000);
