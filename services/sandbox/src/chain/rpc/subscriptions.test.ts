import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { fixturesOf, testChain } from '../../testing/test-chain.ts';
import { programIds } from '../program-ids.ts';

const open: { readonly server: Server; readonly socket: WebSocket }[] = [];

afterEach(() => {
  for (const { server, socket } of open.splice(0)) {
    socket.terminate();
    server.close();
    server.closeAllConnections();
  }
});

const account = { lamports: 5, data: ['AQID', 'base64'], owner: programIds.memo, executable: false };

/** Connects to a node. Each call of `next` returns the next message of the node. */
async function connected() {
  const world = testChain();
  const server = createServer();
  const endpoint = world.chain.endpoints.find(({ name }) => name === 'node-a');
  server.on('upgrade', (request, socket, head) => endpoint?.upgrade?.(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/rpc/node-a`);
  open.push({ server, socket });
  const waiting: unknown[] = [];
  let wake: (() => void) | undefined;
  socket.on('message', (message: Buffer) => {
    waiting.push(JSON.parse(message.toString('utf8')));
    wake?.();
  });
  await once(socket, 'open');
  const next = async (): Promise<unknown> => {
    while (waiting.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return waiting.shift();
  };
  const call = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return next();
  };
  return { ...world, socket, next, call };
}

test('a subscriber to an account receives every change of that account and of no other', async () => {
  const { chain, control, call, next } = await connected();
  const { unfunded, wallet } = fixturesOf(chain).accounts as { readonly unfunded: string; readonly wallet: string };
  const subscribed = await call('accountSubscribe', unfunded, { encoding: 'base64', commitment: 'confirmed' });
  expect(subscribed).toEqual({ jsonrpc: '2.0', result: 1, id: 1 });
  control('PUT', `/accounts/${wallet}`, account);
  const { slot } = control('PUT', `/accounts/${unfunded}`, account).body as { readonly slot: number };
  expect(await next()).toMatchObject({
    jsonrpc: '2.0',
    method: 'accountNotification',
    params: { subscription: 1, result: { context: { slot }, value: { data: ['AQID', 'base64'], lamports: 5 } } },
  });
  control('DELETE', `/accounts/${unfunded}`);
  expect(await next()).toMatchObject({ params: { result: { value: { lamports: 0, data: ['', 'base64'] } } } });
});

test('a subscriber receives nothing after unsubscribing, and cannot use the number of another connection', async () => {
  const { chain, control, call } = await connected();
  const { unfunded } = fixturesOf(chain).accounts as { readonly unfunded: string };
  await call('accountSubscribe', unfunded, { encoding: 'base64' });
  expect(await call('accountUnsubscribe', 2)).toMatchObject({ error: { code: -32_602 } });
  expect(await call('accountUnsubscribe', 1)).toMatchObject({ result: true });
  control('PUT', `/accounts/${unfunded}`, account);
  expect(await call('slotUnsubscribe', 1)).toMatchObject({ error: { code: -32_602 } });
});

test('a subscriber to slots receives each new slot', async () => {
  const { chain, control, call, next, ask } = await connected();
  const { unfunded } = fixturesOf(chain).accounts as { readonly unfunded: string };
  await call('slotSubscribe');
  control('PUT', `/accounts/${unfunded}`, account);
  const slot = ask('node-a', 'getSlot').result as number;
  expect(await next()).toEqual({
    jsonrpc: '2.0',
    method: 'slotNotification',
    params: { subscription: 1, result: { parent: slot - 1, root: slot - 32, slot } },
  });
});

test('a WebSocket supports subscriptions only, and text that is not JSON is an invalid request', async () => {
  const { socket, call, next } = await connected();
  expect(await call('getSlot')).toMatchObject({ error: { code: -32_601 } });
  socket.send('{');
  expect(await next()).toMatchObject({ error: { code: -32_600 }, id: null });
});

test('a node that goes down closes its connections', async () => {
  const { chain, socket, call } = await connected();
  await call('slotSubscribe');
  chain.onStateChange('node-a', {
    state: 'down',
    delayMs: 0,
    skewBps: 0,
    lagSlots: 0,
    relayOf: null,
    relayDelayMs: 0,
    alterSizes: false,
  });
  await once(socket, 'close');
  expect(socket.readyState).toBe(WebSocket.CLOSED);
});
