import { afterAll, expect, test } from '@jest/globals';
import { services } from '@assay/rpc/load';
import { startNats } from '@assay/stack/nats';
import { poll } from '@assay/stack/poll';
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { delivered, fakeBilling, fakeEngine } from './testing/fake-services.ts';
import { serveFake } from './testing/serve-fake.ts';

const stops: (() => unknown)[] = [];
afterAll(async () => {
  for (const stop of stops.splice(0).toReversed()) {
    await stop();
  }
}, 30_000);

/**
 * Returns the loopback address of IPv6, or on a machine without IPv6 the IPv4-mapped one. Both need brackets in a URL.
 */
async function ipv6Loopback(): Promise<string> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.once('error', () => resolve(0));
    server.listen(0, '::1', () => resolve((server.address() as AddressInfo).port));
  });
  server.close();
  return port === 0 ? '::ffff:127.0.0.1' : '::1';
}

/** Starts NATS, billing, the engine and a gateway on one address. Returns the gateway's ports. */
async function startAll(host: string, key: (account: ReturnType<typeof fakeBilling>) => string) {
  const directory = mkdtempSync(join(tmpdir(), 'assay-ipv6-'));
  stops.push(() => rmSync(directory, { recursive: true, force: true }));
  const nats = await startNats({ dataDir: directory, host, log: () => undefined });
  stops.push(nats.stop);
  const billing = fakeBilling();
  const { engine, state } = fakeEngine();
  state.verify = async () => delivered;
  const served = {
    billing: await serveFake(services.billing, billing.billing, host),
    engine: await serveFake(services.engine, engine, host),
  };
  stops.push(served.billing.stop, served.engine.stop);
  const gateway = fork(fileURLToPath(new URL('main.ts', import.meta.url)), {
    execArgv: ['--conditions=@assay/source'],
    env: {
      PATH: process.env['PATH'],
      ASSAY_BIND_HOST: host,
      ASSAY_MODE: 'sandbox',
      ASSAY_PORT: '0',
      ASSAY_LOG_LEVEL: 'fatal',
      ASSAY_DRAIN_SECONDS: '0',
      ASSAY_NATS_URL: nats.url,
      ASSAY_BILLING_ADDRESS: served.billing.address,
      ASSAY_ENGINE_ADDRESS: served.engine.address,
      ASSAY_RESOLVER_ADDRESS: served.engine.address,
      ASSAY_GATE_ADDRESS: served.engine.address,
      ASSAY_WATCH_ADDRESS: served.engine.address,
    },
  });
  const exited = new Promise<number | null>((resolve) => {
    gateway.once('exit', resolve);
  });
  stops.push(async () => {
    gateway.kill('SIGTERM');
    await exited;
  });
  const ports = await new Promise<Readonly<Record<string, number>>>((resolve, reject) => {
    gateway.once('message', (message) => resolve((message as { ports: Record<string, number> }).ports));
    void exited.then((code) => reject(new Error(`the gateway ended with ${code}`)));
  });
  return { ports, key: key(billing) };
}

test('a deployment of IPv6 addresses alone is ready and answers', async () => {
  const host = await ipv6Loopback();
  const { ports, key } = await startAll(host, (billing) => billing.open().key);
  const ready = await poll(
    async () => {
      const response = await fetch(`http://[${host}]:${ports['ops']}/readyz`);
      const readiness = (await response.json()) as { readonly impaired: readonly string[] };
      return response.status === 200 && readiness.impaired.length === 0 ? readiness : undefined;
    },
    {
      timeoutMs: 60_000,
      everyMs: 100,
      onTimeout: () => {
        throw new Error(`the gateway reaches not all services on ${host}`);
      },
    },
  );
  expect(ready).toMatchObject({ failed: [], impaired: [] });
  const ask = async (apiKey: string): Promise<number> => {
    const response = await fetch(`http://[${host}]:${ports['http']}/v1/get_data`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'token.price' }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  expect(await ask(key)).toBe(200);
}, 120_000);
