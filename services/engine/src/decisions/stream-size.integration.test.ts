import { subjects } from '@assay/rpc/subjects';
import { createLogger } from '@assay/telemetry/log';
import { openNats, type Nats } from '@assay/messaging/nats';
import { startNats, type NatsServer } from '@assay/stack/nats';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDecisionStream } from './decision-stream.ts';

const mebibyte = 1_024 * 1_024;

let dataDir: string;
let server: NatsServer;
let nats: Nats;
const closers: (() => unknown)[] = [];

/** Starts a server whose streams together may store 300 MiB. */
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-nats-'));
  const configFile = join(dataDir, 'nats.conf');
  writeFileSync(configFile, 'jetstream: { max_file_store: 314572800 }\n');
  server = await startNats({ dataDir, configFile, log: () => undefined });
  const log = createLogger('engine', 'silent');
  const tools = { log, defer: (_name: string, close: () => unknown) => closers.push(close) };
  nats = await openNats({ ASSAY_NATS_URL: server.url }, 'engine', tools);
}, 30_000);

afterAll(async () => {
  for (const close of closers) {
    await close();
  }
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function makeStream(mebibytes: number): Promise<{ readonly refused: number[]; readonly size: number }> {
  const refused: number[] = [];
  const onSizeRefused = (bytes: number): void => void refused.push(bytes / mebibyte);
  await createDecisionStream(() => nats, { replicas: 1, maxBytes: mebibytes * mebibyte, onSizeRefused }).ensure();
  const { config } = await (await nats.manager()).streams.info(subjects.decisionRecorded.stream);
  return { refused, size: config.max_bytes / mebibyte };
}

test('a size that NATS refuses is reported, and the stream gets the first smaller one that NATS accepts', async () => {
  expect(await makeStream(1_000)).toEqual({ refused: [1_000, 500], size: 250 });
  expect(await makeStream(250)).toEqual({ refused: [], size: 250 });
  // A refused size never shrinks an existing stream.
  expect(await makeStream(400)).toEqual({ refused: [400], size: 250 });
  expect(await makeStream(280)).toEqual({ refused: [], size: 280 });
  expect(await makeStream(100)).toEqual({ refused: [], size: 100 });
}, 20_000);
