import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { contentHash } from '../../services/watch/src/detection/content-hash.ts';
import type { AccountsSnapshot } from '../../services/watch/src/detection/accounts.ts';
import { openWebSocket, webSocketUrl } from '../../services/watch/src/detection/websocket.ts';
import { createNodeConnections, type NodeConnections } from '../../services/watch/src/detection/node-connections.ts';
import { createAccountSubscriptions } from '../../services/watch/src/detection/account-subscriptions.ts';
import { startSandbox } from './support/sandbox-server.ts';

type Fixtures = { readonly accounts: { readonly wallet: string; readonly unfunded: string } };

const account = { lamports: 5, data: ['AQID', 'base64'], owner: '11111111111111111111111111111111', executable: false };
let base: string;
let fixtures: Fixtures['accounts'];
let connections: NodeConnections;
const closers: (() => unknown)[] = [];

beforeEach(async () => {
  const sandbox = await startSandbox('watch', Date.now);
  base = `http://${sandbox.host}`;
  const page = (await (await fetch(`${base}/control`)).json()) as { readonly chain: { readonly fixtures: Fixtures } };
  fixtures = page.chain.fixtures.accounts;
  connections = createNodeConnections({ timeoutMs: 5_000, connections: 2 });
  closers.push(connections.close, sandbox.close);
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

/**
 * Subscribes to addresses on a node. `until` resolves when a condition holds; it checks the condition after every
 * event.
 */
async function subscribe(addresses: readonly string[]) {
  const snapshots: AccountsSnapshot[] = [];
  const events: string[] = [];
  let wake: () => void = () => undefined;
  const subscriptions = createAccountSubscriptions({
    open: (socketEvents) => openWebSocket(webSocketUrl(`${base}/rpc/node-a`), socketEvents),
    onSnapshot: (snapshot) => {
      snapshots.push(snapshot);
      wake();
    },
    clock: {
      monotonic: () => performance.now(),
      after: (ms, call) => {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      random: () => 0,
    },
    onUnexpected: (error) => {
      throw error;
    },
    onEvent: (event) => {
      events.push(event);
      wake();
    },
  });
  closers.push(subscriptions.stop);
  subscriptions.setAddresses(addresses);
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  await until(() => events.includes('connected'));
  return { snapshots, events, until };
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

test('a push update has the content hash of a poll, also for a closed account', async () => {
  const { snapshots, until } = await subscribe([fixtures.unfunded]);
  const node = connections.open('node-a', `${base}/rpc/node-a`);
  const expectSameHash = async (): Promise<void> => {
    const polled = await node.read([fixtures.unfunded]);
    const pushed = snapshots.at(-1);
    expect(contentHash(pushed?.accounts.get(fixtures.unfunded) ?? null)).toEqual(
      contentHash(polled.accounts.get(fixtures.unfunded) ?? null),
    );
  };
  await control('PUT', `accounts/${fixtures.unfunded}`, account);
  await until(() => snapshots.length === 1);
  await expectSameHash();
  await control('DELETE', `accounts/${fixtures.unfunded}`);
  await until(() => snapshots.length === 2);
  await expectSameHash();
});

test('a lost connection is opened and subscribed again, and later changes arrive', async () => {
  const { snapshots, events, until } = await subscribe([fixtures.wallet]);
  await control('PUT', 'providers/node-a', { state: 'down' });
  await until(() => events.includes('lost'));
  await control('PUT', 'providers/node-a', { state: 'up' });
  await until(() => events.filter((event) => event === 'connected').length === 2);
  await control('PUT', `accounts/${fixtures.wallet}`, { ...account, lamports: 77 });
  await until(() => snapshots.length > 0);
  expect(snapshots.at(-1)?.accounts.get(fixtures.wallet)?.lamports).toBe('77');
});
