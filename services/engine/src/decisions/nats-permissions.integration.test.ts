import { subjects } from '@assay/rpc/subjects';
import { createLogger } from '@assay/telemetry/log';
import { openNats } from '@assay/messaging/nats';
import { startNatsWithUsers } from '@assay/stack/testing/nats-users';
import { expect, test } from '@jest/globals';
import { createDecisionStream } from './decision-stream.ts';

test('the user of the engine makes its stream, stores decisions and reads them back', async () => {
  const server = await startNatsWithUsers();
  const closers: (() => unknown)[] = [];
  const nats = await openNats(server.settingsOf('engine'), 'engine', {
    log: createLogger('engine', 'silent'),
    defer: (_name, close) => closers.push(close),
  });
  const stream = createDecisionStream(() => nats, {
    replicas: 1,
    maxBytes: 64 * 1_024 * 1_024,
    onSizeRefused: () => undefined,
  });
  const opened = await stream.open();
  const payload = subjects.decisionRecorded.encode({ decisions: [] });
  await stream.publish({ messageId: 'tr_1', payload });
  for await (const message of opened.messages) {
    expect(Buffer.from(message.payload)).toEqual(payload);
    message.acknowledge();
    break;
  }
  await opened.close();
  nats.connection.publish(subjects.catalogChanged.subject, subjects.catalogChanged.encode({}));
  await nats.connection.flush();
  for (const close of closers) {
    await close();
  }
  await server.close();
}, 30_000);
