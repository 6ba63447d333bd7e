import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { services } from '@assay/rpc/load';
import { freePort } from '@assay/stack/ports';
import { poll } from '@assay/stack/poll';
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { delivered, fakeBilling, fakeEngine } from './testing/fake-services.ts';
import { serveFake } from './testing/serve-fake.ts';

const closers: (() => unknown)[] = [];
const billing = fakeBilling();
const { engine, state } = fakeEngine();
let stopEngine: () => Promise<void>;
let gateway: ChildProcess;
let ports: Readonly<Record<string, number>>;

beforeAll(async () => {
  state.verify = async () => delivered;
  const served = {
    billing: await serveFake(services.billing, billing.billing),
    engine: await serveFake(services.engine, engine),
  };
  closers.push(served.billing.stop, served.engine.stop);
  stopEngine = served.engine.stop;
  const nowhere = `127.0.0.1:${await freePort()}`;
  gateway = fork(fileURLToPath(new URL('main.ts', import.meta.url)), {
    execArgv: ['--conditions=@assay/source'],
    env: {
      PATH: process.env['PATH'],
      ASSAY_BIND_HOST: '127.0.0.1',
      ASSAY_MODE: 'sandbox',
      ASSAY_PORT: '0',
      ASSAY_LOG_LEVEL: 'fatal',
      ASSAY_DRAIN_SECONDS: '0',
      ASSAY_NATS_URL: `nats://${nowhere}`,
      ASSAY_BILLING_ADDRESS: served.billing.address,
      ASSAY_ENGINE_ADDRESS: served.engine.address,
      ASSAY_RESOLVER_ADDRESS: nowhere,
      ASSAY_GATE_ADDRESS: nowhere,
      ASSAY_WATCH_ADDRESS: nowhere,
    },
  });
  ports = await new Promise((resolve, reject) => {
    gateway.once('message', (message) => resolve((message as { ports: Record<string, number> }).ports));
    gateway.once('exit', (code) => reject(new Error(`the gateway ended with ${code}`)));
  });
}, 60_000);
afterAll(async () => {
  const exited = new Promise((resolve) => gateway.once('exit', resolve));
  gateway.kill('SIGTERM');
  await exited;
  for (const close of closers) {
    await close();
  }
}, 30_000);

type Readiness = { readonly status: number; readonly failed: readonly string[]; readonly impaired: readonly string[] };

async function readiness(): Promise<Readiness> {
  const response = await fetch(`http://127.0.0.1:${ports['ops']}/readyz`);
  return { ...((await response.json()) as Omit<Readiness, 'status'>), status: response.status };
}

/** Polls the gateway's readiness until `wanted` returns true for it. */
const until = (what: string, wanted: (found: Readiness) => boolean): Promise<Readiness> =>
  poll(
    async () => {
      const answered = await readiness();
      return wanted(answered) ? answered : undefined;
    },
    {
      timeoutMs: 30_000,
      everyMs: 50,
      onTimeout: () => {
        throw new Error(`waited in vain until ${what}`);
      },
    },
  );

async function ask(key: string): Promise<{ status: number; retryAfter: string | null; body: Record<string, unknown> }> {
  const response = await fetch(`http://127.0.0.1:${ports['http']}/v1/get_data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'token.price' }),
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
}

test('a gateway without its last engine stays ready, answers 503 with a body, and says what is missing', async () => {
  const { key } = billing.open();
  // NATS is not running at the beginning, and a gateway works without it.
  expect(await until('it is ready', ({ status }) => status === 200)).toMatchObject({ failed: [], impaired: ['nats'] });
  expect(await ask(key)).toMatchObject({ status: 200, body: { status: 'delivered' } });
  await stopEngine();
  const answered = await until('the engine is missed', ({ impaired }) => impaired.includes('engine'));
  expect(answered).toMatchObject({ status: 200, failed: [] });
  expect(await ask(key)).toMatchObject({
    status: 503,
    retryAfter: '1',
    body: { status: 'error', code: 'UNAVAILABLE' },
  });
}, 90_000);
