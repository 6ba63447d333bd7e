import { createEgress } from '@assay/egress/egress';
import { expect, test } from '@jest/globals';
import { createServer } from 'node:net';
import { deliver } from './deliver.ts';
import { createTestPorts, plainWatch, recordEndings, trigger, useTracer } from './testing/test-ports.ts';

useTracer();

test.each([
  ['loopback', ['127.0.0.1']],
  ['a private address among public ones', ['93.184.215.14', '10.0.0.7']],
  ['the metadata service', ['169.254.169.254']],
  ['loopback in another family', ['::1']],
  ['no address', []],
])(
  'a delivery does not connect to a name that was public at registration and now resolves to %s',
  async (_what, later) => {
    let connections = 0;
    const server = createServer(() => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const answers = [['93.184.215.14'], later];
    const egress = createEgress({
      allow: [],
      ownAddresses: [],
      resolve: async () => answers.shift() ?? ['127.0.0.1'],
    });
    const webhookUrl = `http://rebinds.attacker.dev:${port}/hook`;
    expect(await egress.register(webhookUrl)).toMatchObject({ ok: true });
    const { endings, end } = recordEndings();
    const ports = createTestPorts([], { ...plainWatch, webhookUrl }, { post: egress.post, claims: { end } });
    expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'failed' });
    expect(endings).toMatchObject([{ outcome: 'failed', captureMicros: 0n }]);
    expect(endings[0]?.error).not.toMatch(/\d+\.\d+\.\d+\.\d+|::1/);
    await new Promise((resolve) => server.close(resolve));
    expect(connections).toBe(0);
  },
);
