import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { startSandbox, type SandboxServer } from './support/sandbox-server.ts';

const account = {
  lamports: 5,
  data: ['AQID', 'base64'],
  owner: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  executable: false,
};

let sandbox: SandboxServer;
let nowMs = 0;
let base = '';
let watched = '';
const sockets: WebSocket[] = [];

beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T10:20:30.400Z');
  sandbox = await startSandbox('subscriptions', () => nowMs);
  base = sandbox.host;
  const { chain } = (await (await fetch(`http://${base}/control`)).json()) as {
    readonly chain: { readonly fixtures: { readonly accounts: { readonly unfunded: string } } };
  };
  watched = chain.fixtures.accounts.unfunded;
});

afterEach(() => {
  for (const socket of sockets.splice(0)) {
    socket.terminate();
  }
  sandbox.close();
});

type Message = Readonly<Record<string, unknown>>;

/** Connects to a node of the sandbox. `next` returns the messages of the node one by one. */
async function connect(node: string) {
  const socket = new WebSocket(`ws://${base}/rpc/${node}`);
  sockets.push(socket);
  const waiting: Message[] = [];
  const takers: ((message: Message) => void)[] = [];
  socket.on('message', (bytes: Buffer) => {
    const message = JSON.parse(bytes.toString('utf8')) as Message;
    const taker = takers.shift();
    if (taker === undefined) {
      waiting.push(message);
    } else {
      taker(message);
    }
  });
  await once(socket, 'open');
  const next = (): Promise<Message> => {
    const message = waiting.shift();
    return message === undefined ? new Promise((resolve) => takers.push(resolve)) : Promise.resolve(message);
  };
  const call = async (id: number, method: string, ...params: readonly unknown[]): Promise<Message> => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return next();
  };
  const subscribe = (id: number): Promise<Message> =>
    call(id, 'accountSubscribe', watched, { encoding: 'base64', commitment: 'confirmed' });
  return { socket, next, call, subscribe, silent: () => waiting.length === 0 };
}

async function control(method: string, path: string, body?: unknown): Promise<Message> {
  const response = await fetch(`http://${base}/control/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  const text = await response.text();
  return (text === '' ? {} : JSON.parse(text)) as Message;
}

async function readFrom(node: string): Promise<unknown> {
  const params = [watched, { encoding: 'base64', commitment: 'confirmed' }];
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params });
  const response = await fetch(`http://${base}/rpc/${node}`, { method: 'POST', body });
  return ((await response.json()) as { readonly result: { readonly value: unknown } }).result.value;
}

test('every node sends a change once, with its slot and the account that a read returns', async () => {
  for (const node of ['node-a', 'node-b', 'node-c']) {
    const connection = await connect(node);
    expect(await connection.subscribe(7)).toEqual({ jsonrpc: '2.0', id: 7, result: expect.any(Number) });
    const { slot } = await control('PUT', `accounts/${watched}`, { ...account, lamports: 5 + sockets.length });
    const notification = await connection.next();
    expect(notification).toEqual({
      jsonrpc: '2.0',
      method: 'accountNotification',
      params: { subscription: expect.any(Number), result: { context: { slot }, value: await readFrom(node) } },
    });
  }
});

test('a client that unsubscribed gets no change, while other clients of the node do', async () => {
  const leaving = await connect('node-a');
  const staying = await connect('node-a');
  const { result } = await leaving.subscribe(1);
  await staying.subscribe(1);
  expect(await leaving.call(2, 'accountUnsubscribe', result)).toEqual({ jsonrpc: '2.0', id: 2, result: true });
  await control('PUT', `accounts/${watched}`, account);
  expect(await staying.next()).toMatchObject({ method: 'accountNotification' });
  // Messages arrive in order, so a notification of the change would arrive before this response.
  expect(await leaving.call(3, 'accountUnsubscribe', result)).toMatchObject({ id: 3, error: { code: -32_602 } });
  expect(leaving.silent()).toBe(true);
});

test('a node that goes down closes its connections, refuses new ones, and accepts them once it is up', async () => {
  const before = await connect('node-a');
  await before.subscribe(1);
  const elsewhere = await connect('node-b');
  await elsewhere.subscribe(1);
  const closed = once(before.socket, 'close');
  await control('PUT', 'providers/node-a', { state: 'down' });
  await closed;
  await control('PUT', `accounts/${watched}`, account);
  expect(await elsewhere.next()).toMatchObject({ params: { result: { value: { lamports: 5 } } } });
  await expect(connect('node-a')).rejects.toThrow();
  await control('PUT', 'providers/node-a', { state: 'up' });
  const again = await connect('node-a');
  expect(await again.subscribe(1)).toMatchObject({ result: expect.any(Number) });
  // A node does not send missed changes later. So a client that reconnects has to read the account.
  expect(await readFrom('node-a')).toMatchObject({ lamports: 5 });
  const { slot } = await control('PUT', `accounts/${watched}`, { ...account, lamports: 6 });
  expect(await again.next()).toMatchObject({ params: { result: { context: { slot }, value: { lamports: 6 } } } });
});

test("a lagging node sends a change only when it reaches the change's slot", async () => {
  await control('PUT', 'providers/node-a', { state: 'up', lagSlots: 10 });
  const connection = await connect('node-a');
  await connection.subscribe(1);
  const { slot } = await control('PUT', `accounts/${watched}`, account);
  expect(await connection.call(2, 'accountUnsubscribe', -1)).toMatchObject({ id: 2, error: { code: -32_602 } });
  expect(connection.silent()).toBe(true);
  nowMs += 20 * 400;
  const notification = await connection.next();
  expect(notification).toMatchObject({ method: 'accountNotification', params: { result: { value: { lamports: 5 } } } });
  const { params } = notification as {
    readonly params: { readonly result: { readonly context: { readonly slot: number } } };
  };
  expect(params.result.context.slot).toBeGreaterThanOrEqual(Number(slot));
});

test('a node in the state garbage sends nothing, and sends the next change once it is up', async () => {
  const connection = await connect('node-a');
  await connection.subscribe(1);
  await control('PUT', 'providers/node-a', { state: 'garbage' });
  await control('PUT', `accounts/${watched}`, account);
  expect(connection.silent()).toBe(true);
  await control('PUT', 'providers/node-a', { state: 'up' });
  await control('PUT', `accounts/${watched}`, { ...account, lamports: 6 });
  expect(await connection.next()).toMatchObject({ params: { result: { value: { lamports: 6 } } } });
});
