import { subjects } from '@assay/rpc/subjects';
import { startTestNats } from '@assay/stack/testing/test-nats';
import { expect, test } from '@jest/globals';
import { makeTriggerStream } from './trigger-stream.ts';

const mebibyte = 1_024 * 1_024;

test('the queue of triggers takes the first smaller size that a small disk has', async () => {
  const server = await startTestNats({ config: `jetstream: { max_file_store: ${150 * mebibyte} }\n` });
  const nats = await server.open('watch');
  const refused: number[] = [];
  await makeTriggerStream(nats, { replicas: 1, onSizeRefused: (bytes) => refused.push(bytes / mebibyte) });
  expect(refused).toEqual([512, 256]);
  const { config } = await (await nats.manager()).streams.info(subjects.watchTriggered.stream);
  expect(config.max_bytes).toBe(128 * mebibyte);
  await server.close();
}, 30_000);
