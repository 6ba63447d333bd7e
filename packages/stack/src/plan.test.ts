import { expect, test } from '@jest/globals';
import { addressOf, environmentOf, planProcesses, type Wiring } from './plan.ts';

function counter(): () => Promise<number> {
  let next = 30_000;
  return async () => next++;
}

const wiring: Wiring = {
  sources: 'sandbox',
  postgresUrl: 'postgresql://assay:secret@127.0.0.1:5/assay',
  natsUrl: 'nats://127.0.0.1:4',
  adminToken: 'an-operator-token',
  signingKeys: 's:key',
  watchSecretKeys: 'k1:the-ring-of-webhook-secrets',
  billingSecretKeys: 'k1:the-ring-of-stored-answers',
  dashboardSecret: 'the-secret-of-the-dashboard',
  dashboardSecretKeys: 'k1:the-ring-of-playground-keys',
  providerUrls: { coinbase: 'http://127.0.0.1:3/coinbase' },
  rpcUrls: undefined,
  drainMs: '3000',
  drainSeconds: '0',
};

test('every process has its own ports, and the first gateway has the chosen port', async () => {
  const planned = await planProcesses({
    sources: 'sandbox',
    gatewayPort: 8080,
    replicas: { gateway: 2 },
    allocatePort: counter(),
  });
  expect(planned.map(({ name }) => name)).toEqual([
    'gateway-1',
    'gateway-2',
    'watch',
    'resolver',
    'gate',
    'engine',
    'billing',
    'sandbox',
  ]);
  expect(planned[0]?.port).toBe(8080);
  const ports = planned.flatMap(({ opsPort, port }) => [opsPort, port]);
  expect(new Set(ports).size).toBe(ports.length);
});

test('live mode has no sandbox process', async () => {
  const planned = await planProcesses({ sources: 'live', gatewayPort: 1, replicas: {}, allocatePort: counter() });
  expect(planned.map(({ service }) => service)).not.toContain('sandbox');
});

test('the address of a service lists all its replicas', async () => {
  const planned = await planProcesses({
    sources: 'live',
    gatewayPort: 1,
    replicas: { billing: 2 },
    allocatePort: counter(),
  });
  expect(addressOf('billing', planned)).toMatch(/^127\.0\.0\.1:\d+,127\.0\.0\.1:\d+$/);
});

test("the stack's settings override the caller's environment", async () => {
  const planned = await planProcesses({ sources: 'sandbox', gatewayPort: 8080, replicas: {}, allocatePort: counter() });
  const caller = {
    ASSAY_PORT: '1',
    ASSAY_RPC_PORT: '1',
    ASSAY_POLL_INTERVAL_MS: '500',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'x',
  };
  const environmentOfService = (name: string) => {
    const process = planned.find(({ service }) => service === name);
    return process === undefined ? {} : environmentOf(process, planned, wiring, caller);
  };
  const [gateway, engine] = [environmentOfService('gateway'), environmentOfService('engine')];
  expect(gateway).toMatchObject({ ASSAY_PORT: '8080', ASSAY_MODE: 'sandbox', ASSAY_BIND_HOST: '127.0.0.1' });
  expect(engine).toMatchObject({
    ASSAY_RPC_PORT: String(planned.find(({ service }) => service === 'engine')?.port),
    ASSAY_POLL_INTERVAL_MS: '500',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'x',
    ASSAY_PROVIDER_URLS: '{"coinbase":"http://127.0.0.1:3/coinbase"}',
  });
});

test('only billing receives the secret keys of stored answers', async () => {
  const planned = await planProcesses({ sources: 'sandbox', gatewayPort: 8080, replicas: {}, allocatePort: counter() });
  for (const process of planned) {
    const expected = process.service === 'billing' ? wiring.billingSecretKeys : undefined;
    expect(environmentOf(process, planned, wiring, {})['ASSAY_BILLING_SECRET_KEYS']).toBe(expected);
  }
});

test.each([
  ['sandbox', {}, '10'],
  ['sandbox', { ASSAY_TRIAL_CREDITS: '0' }, '0'],
  ['live', {}, undefined],
  ['live', { ASSAY_TRIAL_CREDITS: '3' }, '3'],
] as const)('a new account of a %s stack with %j has trial credits: %s', async (sources, caller, expected) => {
  const planned = await planProcesses({ sources, gatewayPort: 8080, replicas: {}, allocatePort: counter() });
  const billing = planned.find(({ service }) => service === 'billing');
  const environment = billing && environmentOf(billing, planned, { ...wiring, sources }, caller);
  expect(environment?.['ASSAY_TRIAL_CREDITS']).toBe(expected);
});

test("only the watch service receives the webhook secret keys and the stack's own addresses", async () => {
  const planned = await planProcesses({ sources: 'sandbox', gatewayPort: 8080, replicas: {}, allocatePort: counter() });
  for (const process of planned) {
    const environment = environmentOf(process, planned, wiring, { ASSAY_OWN_ADDRESSES: '198.51.100.7' });
    const watches = process.service === 'watch';
    expect(environment['ASSAY_WATCH_SECRET_KEYS']).toBe(watches ? wiring.watchSecretKeys : undefined);
    if (watches) {
      const ownAddresses = environment['ASSAY_OWN_ADDRESSES']?.split(',');
      expect(ownAddresses).toEqual(
        expect.arrayContaining(['198.51.100.7', '127.0.0.1:8080', `127.0.0.1:${process.opsPort}`]),
      );
    }
  }
});

test("the sandbox receives neither the database's password nor the operator's token", async () => {
  const planned = await planProcesses({ sources: 'sandbox', gatewayPort: 8080, replicas: {}, allocatePort: counter() });
  const sandbox = planned.find(({ service }) => service === 'sandbox');
  const environment = sandbox === undefined ? {} : environmentOf(sandbox, planned, wiring, {});
  expect(environment['ASSAY_SANDBOX_PORT']).toBe(String(sandbox?.port));
  expect(JSON.stringify(environment)).not.toMatch(/secret|an-operator-token/);
});
