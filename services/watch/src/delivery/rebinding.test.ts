import { createEgress } from '@assay/egress/egress';
import { startTelemetry } from '@assay/service/telemetry';
import { beforeAll, expect, test } from '@jest/globals';
import { createServer } from 'node:net';
import { deliver } from './deliver.ts';
import type { Ending, Trigger } from './claim/store.ts';
import { plainWatch, portsThat } from './testing/ports.ts';

const trigger: Trigger = { id: 'w_1.7.aa', watchId: 'w_1', slot: 7n, observedAtMs: 0, traceparent: '' };

beforeAll(() => void startTelemetry({ service: 'test', sampleRatio: 0 }));

test.each([
  ['loopback', ['127.0.0.1']],
  ['a private address among public ones', ['93.184.215.14', '10.0.0.7']],
  ['the metadata service', ['169.254.169.254']],
  ['loopback in another family', ['::1']],
  ['nothing any more', []],
])(
  'a name that was public when the watch was registered and leads to %s when it fires is not connected to',
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
    let ending: Ending | undefined;
    const ports = portsThat(
      [],
      { ...plainWatch, webhookUrl },
      {
        post: egress.post,
        store: {
          end: async (_run, given) => {
            ending = given;
            return true;
          },
        },
      },
    );
    expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'failed' });
    expect(ending).toMatchObject({ outcome: 'failed', captureMicros: 0n });
    expect(ending?.error).not.toMatch(/\d+\.\d+\.\d+\.\d+|::1/);
    await new Promise((resolve) => server.close(resolve));
    expect(connections).toBe(0);
  },
);
