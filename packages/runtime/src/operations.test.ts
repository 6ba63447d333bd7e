import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { serveOperations, type Check, type OperationsPage } from './operations.ts';

async function withServer(
  options: {
    checks?: (Omit<Check, 'need'> & Partial<Check>)[];
    stopping?: boolean;
    pages?: ReadonlyMap<string, OperationsPage>;
  },
  ask: (url: string) => Promise<void>,
): Promise<void> {
  const server = await serveOperations({
    host: '127.0.0.1',
    port: 0,
    registry: new Registry(),
    checks: (options.checks ?? []).map((check) => ({ need: 'always' as const, ...check })),
    stopping: () => options.stopping === true,
    ...(options.pages === undefined ? {} : { pages: options.pages }),
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
  const checks = [{ name: 'nats', need: 'never' as const, run: () => Promise.reject(new Error('not connected')) }];
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

test('a service that has seen a dependency once stays ready without it, and says what is impaired', async () => {
  let isReachable = false;
  const run = (): Promise<void> => (isReachable ? Promise.resolve() : Promise.reject(new Error('gone')));
  await withServer({ checks: [{ name: 'engine', need: 'start', run }] }, async (url) => {
    const ask = async (): Promise<unknown> => {
      const response = await fetch(`${url}/readyz`);
      return [response.status, await response.json()];
    };
    expect(await ask()).toEqual([503, { status: 'not ready', failed: ['engine'], impaired: [] }]);
    isReachable = true;
    expect(await ask()).toEqual([200, { status: 'ready', failed: [], impaired: [] }]);
    isReachable = false;
    expect(await ask()).toEqual([200, { status: 'ready', failed: [], impaired: ['engine'] }]);
  });
});

test('a page of a service answers its own path, and one that fails gets 500 and harms no other', async () => {
  const pages = new Map<string, OperationsPage>([
    ['/page', async ({ method }, response) => void response.end(`a page by ${method}`)],
    ['/broken', () => Promise.reject(new Error('a mistake'))],
    [
      '/cut',
      async (_request, response) => {
        response.writeHead(200).flushHeaders();
        throw new Error('a mistake');
      },
    ],
  ]);
  await withServer({ pages }, async (url) => {
    const answer = await fetch(`${url}/page?a=1`, { method: 'POST', body: 'b' });
    expect([answer.status, await answer.text()]).toEqual([200, 'a page by POST']);
    expect((await fetch(`${url}/broken`)).status).toBe(500);
    await expect(fetch(`${url}/cut`).then((cut) => cut.text())).rejects.toThrow();
    expect((await fetch(`${url}/page/else`)).status).toBe(404);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
});
