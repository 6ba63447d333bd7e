import { subjects } from '@assay/rpc/subjects';
import type { Nats } from '@assay/messaging/nats';
import { startTestNats, type TestNats } from '@assay/stack/testing/test-nats';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDecisionStream } from './decision-stream.ts';

const mebibyte = 1_024 * 1_024;

let server: TestNats;
let nats: Nats;

/** Starts a server whose streams together may store 300 MiB. */
beforeAll(async () => {
  server = await startTestNats({ config: `jetstream: { max_file_store: ${300 * mebibyte} }\n` });
  nats = await server.open('engine');
}, 30_000);

afterAll(async () => {
  await server.close();
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
  // If NATS refuses a new size for an existing stream, the stream keeps its old size.
  expect(await makeStream(400)).toEqual({ refused: [400], size: 250 });
  expect(await makeStream(280)).toEqual({ refused: [], size: 280 });
  expect(await makeStream(100)).toEqual({ refused: [], size: 100 });
}, 20_000);
