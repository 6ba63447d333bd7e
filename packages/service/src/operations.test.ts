import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { serveOperations, type Check } from './operations.ts';

async function withServer(
  options: { checks?: (Omit<Check, 'isRequired'> & Partial<Check>)[]; stopping?: boolean },
  ask: (url: string) => Promise<void>,
): Promise<void> {
  const server = await serveOperations({
    host: '127.0.0.1',
    port: 0,
    registry: new Registry(),
    checks: (options.checks ?? []).map((check) => ({ isRequired: true, ...check })),
    stopping: () => options.stopping === true,
  });
  try {
    await ask(`http://127.0.0.1:${server.port}`);
  } finally {
    await server.close();
  }
}

test('a process reports that it is alive even when a dependency is unavailable', async () => {
  await withServer(
    { checks: [{ name: 'postgres', run: () => Promise.reject(new Error('unavailable')) }] },
    async (url) => {
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    },
  );
});

test('readiness names the checks that fail and those that hang', async () => {
  const checks = [
    { name: 'fine', run: () => Promise.resolve() },
    { name: 'broken', run: () => Promise.reject(new Error('unavailable')) },
    { name: 'hanging', run: () => new Promise<void>(() => undefined) },
  ];
  await withServer({ checks }, async (url) => {
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ status: 'not ready', failed: ['broken', 'hanging'], impaired: [] });
  });
});

test('a service without what it can do without is ready, and says what is impaired', async () => {
  const checks = [{ name: 'nats', isRequired: false, run: () => Promise.reject(new Error('not connected')) }];
  await withServer({ checks }, async (url) => {
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ready', failed: [], impaired: ['nats'] });
  });
});

test('a stopping service is not ready and still serves metrics', async () => {
  await withServer({ stopping: true }, async (url) => {
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    expect((await fetch(`${url}/metrics`)).status).toBe(200);
    expect((await fetch(`${url}/else`)).status).toBe(404);
  });
});
