import { expect, test } from '@jest/globals';
import { subjects } from '@assay/rpc/subjects';
import { createKeyChangePublisher } from './publish-key-changes.ts';

type Published = { readonly subject: string; readonly payload: Uint8Array };

function recorder() {
  const published: Published[] = [];
  const warnings: string[] = [];
  return {
    published,
    warnings,
    log: { warn: (_fields: object, message: string) => void warnings.push(message) },
    connection: {
      publish: (subject: string, payload?: unknown) => {
        published.push({ subject, payload: payload as Uint8Array });
      },
    },
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('a revocation is published later when NATS could not be reached yet', async () => {
  const { published, log, connection } = recorder();
  let reached: (value: { connection: typeof connection }) => void = () => undefined;
  const publisher = createKeyChangePublisher(new Promise((resolve) => (reached = resolve)), log as never);
  publisher.revoked(Buffer.alloc(32, 5));
  await turn();
  expect(published).toEqual([]);
  reached({ connection });
  await turn();
  expect(published.map(({ subject }) => subject)).toEqual(['assay.key.revoked.v1']);
  expect(published.map(({ payload }) => subjects.keyRevoked.decode(payload).key_sha256)).toEqual([Buffer.alloc(32, 5)]);
});

test('a changed rate limit is published with the account id', async () => {
  const { published, log, connection } = recorder();
  createKeyChangePublisher(Promise.resolve({ connection }), log as never).limitChanged('acc_1');
  await turn();
  expect(published.map(({ subject }) => subject)).toEqual(['assay.key.limit_changed.v1']);
  expect(published.map(({ payload }) => subjects.keyLimitChanged.decode(payload).account_id)).toEqual(['acc_1']);
});

test('a connection that refuses to publish is logged and fails no revocation', async () => {
  const { warnings, log } = recorder();
  const connection = {
    publish: () => {
      throw new Error('closed');
    },
  };
  createKeyChangePublisher(Promise.resolve({ connection }), log as never).revoked(Buffer.alloc(32));
  await turn();
  expect(warnings).toEqual(['could not publish a change to keys']);
});
