import { afterEach, expect, test } from '@jest/globals';
import { connect } from '@assay/rpc/client';
import { services } from '@assay/rpc/load';
import { fork } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) {
    await stop();
  }
});

/**
 * Starts the gate as a separate process, and returns its ports by name. Rejects with the gate's log if the process ends
 * first.
 */
function startGate(environment: Readonly<Record<string, string>>): Promise<Readonly<Record<string, number>>> {
  const gate = fork(fileURLToPath(new URL('main.ts', import.meta.url)), {
    execArgv: ['--conditions=@assay/source'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      ASSAY_MODE: 'sandbox',
      ASSAY_LOG_LEVEL: 'fatal',
      ASSAY_DRAIN_SECONDS: '0',
      ASSAY_ENGINE_ADDRESS: '[::1]:9',
      ...environment,
    },
  });
  let output = '';
  const exited = new Promise<void>((resolve) => {
    gate.once('exit', () => resolve());
  });
  for (const stream of [gate.stdout, gate.stderr]) {
    stream?.on('data', (data: Buffer) => (output += data.toString()));
  }
  stops.push(async () => {
    gate.kill('SIGTERM');
    await exited;
  });
  return new Promise((resolve, reject) => {
    gate.once('message', (message) => resolve((message as { ports: Record<string, number> }).ports));
    void exited.then(() => reject(new Error(`the gate ended: ${output}`)));
  });
}

/** Returns whether the operations port and the gRPC port of a gate respond on an address. */
async function answersOn(host: string, ports: Readonly<Record<string, number>>): Promise<boolean> {
  const alive = await fetch(`http://${host}:${ports['ops']}/healthz`).catch(() => undefined);
  if (alive?.status !== 200) {
    return false;
  }
  const client = connect(services.gate, `${host}:${ports['rpc']}`);
  stops.push(client.close);
  await client.ready(20_000);
  return true;
}

async function hasIpv6(): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(0, '::1', () => server.close(() => resolve(true)));
  });
}

// A machine without IPv6 serves only its IPv4 addresses. There, too, the gate must start with every value of the
// setting, except with one that requires IPv6.
test.each<[string, readonly string[]]>([
  ['', ['[::1]', '127.0.0.1']],
  ['::', ['[::1]', '127.0.0.1']],
  ['[::]', ['[::1]', '127.0.0.1']],
  ['0.0.0.0', ['127.0.0.1']],
  ['::1', ['[::1]']],
])(
  'a service with ASSAY_BIND_HOST "%s" answers HTTP and gRPC on %s',
  async (host, addresses) => {
    const served = (await hasIpv6()) ? addresses : addresses.filter((address) => address !== '[::1]');
    if (served.length > 0) {
      const ports = await startGate({ ASSAY_BIND_HOST: host });
      expect(await Promise.all(served.map((address) => answersOn(address, ports)))).toEqual(served.map(() => true));
    } else {
      await expect(startGate({ ASSAY_BIND_HOST: host })).rejects.toThrow('could not start');
    }
  },
  60_000,
);
