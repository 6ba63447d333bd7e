import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { contentHash } from '../../services/watch/src/detection/content-hash.ts';
import type { Reading } from '../../services/watch/src/detection/change-detector.ts';
import { openWebSocket, webSocketUrl } from '../../services/watch/src/detection/websocket.ts';
import { createNodeConnections, type NodeConnections } from '../../services/watch/src/detection/node-connections.ts';
import { createSubscriptions } from '../../services/watch/src/detection/account-subscriptions.ts';
import { createSandbox } from '../../services/sandbox/src/sandbox.ts';

type Fixtures = { readonly accounts: { readonly wallet: string; readonly unfunded: string } };

const account = { lamports: 5, data: ['AQID', 'base64'], owner: '11111111111111111111111111111111', executable: false };
let base: string;
let fixtures: Fixtures['accounts'];
let connections: NodeConnections;
const closers: (() => unknown)[] = [];

beforeEach(async () => {
  const server = createSandbox('watch', Date.now);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = (await (await fetch(`${base}/control`)).json()) as { readonly chain: { readonly fixtures: Fixtures } };
  fixtures = page.chain.fixtures.accounts;
  connections = createNodeConnections({ timeoutMs: 5_000, connections: 2 });
  closers.push(connections.close, () => {
    server.close();
    server.closeAllConnections();
  });
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) {
    await close();
  }
});

async function control(method: string, path: string, body?: unknown): Promise<void> {
  const response = await fetch(`${base}/control/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
}

/** Subscribes to addresses of a node as the watch service does. `until` waits for a condition on what arrived. */
async function listen(addresses: readonly string[]) {
  const readings: Reading[] = [];
  const events: string[] = [];
  let wake: () => void = () => undefined;
  const subscriptions = createSubscriptions({
    open: (lineEvents) => openWebSocket(webSocketUrl(`${base}/rpc/node-a`), lineEvents),
    seen: (reading) => {
      readings.push(reading);
      wake();
    },
    clock: {
      now: () => performance.now(),
      after: (ms, call) => {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      chance: () => 0,
    },
    told: (event) => {
      events.push(event);
      wake();
    },
  });
  closers.push(subscriptions.stop);
  subscriptions.want(addresses);
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  await until(() => events.includes('connected'));
  return { readings, events, until };
}

test('the watch service reads an account of the sandbox, and null for an address without one', async () => {
  await control('PUT', `accounts/${fixtures.wallet}`, account);
  const node = connections.open('node-a', `${base}/rpc/node-a`);
  const { slot, accounts } = await node.read([fixtures.wallet, fixtures.unfunded]);
  expect(slot).toBeGreaterThan(0n);
  expect([...accounts.keys()]).toEqual([fixtures.wallet, fixtures.unfunded]);
  expect(accounts.get(fixtures.wallet)).toEqual({ ...account, lamports: '5', data: 'AQID' });
  expect(accounts.get(fixtures.unfunded)).toBeNull();
});

test.each(['error', 'garbage', 'down'])(
  'a read of a node in the state %s fails with an error that names no host',
  async (state) => {
    await control('PUT', 'providers/node-a', { state });
    const node = connections.open('node-a', `${base}/rpc/node-a`);
    const thrown: unknown = await node.read([fixtures.wallet]).catch((error: unknown) => String(error));
    expect(thrown).toMatch(/^Error: (HTTP 500|the node )/);
    expect(thrown).not.toContain(new URL(base).port);
  },
);

test('a WebSocket notification has the content hash of a poll, also for a closed account', async () => {
  const { readings, until } = await listen([fixtures.unfunded]);
  const node = connections.open('node-a', `${base}/rpc/node-a`);
  const same = async (): Promise<void> => {
    const polled = await node.read([fixtures.unfunded]);
    const told = readings.at(-1);
    expect(contentHash(told?.accounts.get(fixtures.unfunded) ?? null)).toEqual(
      contentHash(polled.accounts.get(fixtures.unfunded) ?? null),
    );
  };
  await control('PUT', `accounts/${fixtures.unfunded}`, account);
  await until(() => readings.length === 1);
  await same();
  await control('DELETE', `accounts/${fixtures.unfunded}`);
  await until(() => readings.length === 2);
  await same();
});

test('a lost connection is opened and subscribed again, and later changes arrive', async () => {
  const { readings, events, until } = await listen([fixtures.wallet]);
  await control('PUT', 'providers/node-a', { state: 'down' });
  await until(() => events.includes('lost'));
  await control('PUT', 'providers/node-a', { state: 'up' });
  await until(() => events.filter((event) => event === 'connected').length === 2);
  await control('PUT', `accounts/${fixtures.wallet}`, { ...account, lamports: 77 });
  await until(() => readings.length > 0);
  expect(readings.at(-1)?.accounts.get(fixtures.wallet)?.lamports).toBe('77');
});
