import { expect, test } from '@jest/globals';
import { subjects } from '@assay/rpc/subjects';
import { createRevocationPublisher } from './publish-revocation.ts';

type Published = { readonly subject: string; readonly sha256: Buffer };

function recorder() {
  const published: Published[] = [];
  const warnings: string[] = [];
  return {
    published,
    warnings,
    log: { warn: (_fields: object, message: string) => void warnings.push(message) },
    connection: {
      publish: (subject: string, payload?: unknown) => {
        published.push({ subject, sha256: subjects.keyRevoked.decode(payload as Uint8Array).key_sha256 });
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
  const publish = createRevocationPublisher(new Promise((resolve) => (reached = resolve)), log as never);
  publish(Buffer.alloc(32, 5));
  await turn();
  expect(published).toEqual([]);
  reached({ connection });
  await turn();
  expect(published).toEqual([{ subject: 'assay.key.revoked.v1', sha256: Buffer.alloc(32, 5) }]);
});

test('a connection that refuses to publish is logged and fails no revocation', async () => {
  const { warnings, log } = recorder();
  const connection = {
    publish: () => {
      throw new Error('closed');
    },
  };
  createRevocationPublisher(Promise.resolve({ connection }), log as never)(Buffer.alloc(32));
  await turn();
  expect(warnings).toEqual(['could not publish a revocation']);
});
