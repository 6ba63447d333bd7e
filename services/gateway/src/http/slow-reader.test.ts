import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { delivered } from '../testing/fake-services.ts';
import { startGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let socket: Socket;
afterEach(async () => {
  socket.destroy();
  await gateway.close();
});

const freeRequest = 'GET /docs/large.js HTTP/1.1\r\nhost: x\r\n\r\n';

function paidRequest(key: string): string {
  const body = '{"type":"token.price"}';
  return (
    `POST /v1/get_data HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}

/** Connects a client that reads nothing until the test resumes it. */
async function openPaused(): Promise<Socket> {
  socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  return socket;
}

/** Resolves once a condition holds. Fails the test after some seconds. */
async function until(isReached: () => boolean): Promise<void> {
  for (let polls = 0; !isReached(); polls += 1) {
    expect(polls).toBeLessThan(9_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('paid answers behind unread ones are made when the caller reads that far, and each one received is charged', async () => {
  gateway = await startGateway();
  const { key, account } = gateway.billing.open();
  await openPaused();
  socket.write(freeRequest.repeat(20) + paidRequest(key).repeat(5));
  // The kernel's buffers accept some answers. The others, and the charged answers after them, wait for the reader.
  await until(() => gateway.ends.length > 0);
  expect(gateway.billing.state.admits).toEqual([]);
  expect(account.balance).toBe(10_000_000n);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('latin1')).slice(-20_000);
  });
  socket.resume();
  await until(() => text.split('"status":"delivered"').length === 6);
  await gateway.confirmations.flush(1_000);
  expect(gateway.billing.state.delivered).toHaveLength(5);
  expect(gateway.billing.state.undelivered).toEqual([]);
  expect(account.balance).toBe(10_000_000n - 5n * 1_252n);
}, 60_000);

test('a caller that leaves before it read that far is charged nothing, because nothing was asked for it', async () => {
  gateway = await startGateway();
  const { key, account } = gateway.billing.open();
  await openPaused();
  socket.write(freeRequest.repeat(20) + paidRequest(key).repeat(5));
  await until(() => gateway.ends.length > 0);
  socket.destroy();
  await new Promise((resolve) => setImmediate(resolve));
  await gateway.confirmations.flush(1_000);
  expect([gateway.billing.state.admits, gateway.engine.verified, account.balance]).toEqual([[], [], 10_000_000n]);
}, 60_000);

test('a paid answer that the network does not take in time ends the connection, incomplete and free', async () => {
  gateway = await startGateway({ deliverWithinMs: 100 });
  gateway.engine.verify = async () => ({
    ...delivered,
    data_json: JSON.stringify({ text: 'x'.repeat(40_000_000), asOf: '2026-01-02T03:04:05Z' }),
  });
  const { key } = gateway.billing.open();
  await openPaused();
  socket.write(paidRequest(key));
  await until(() => gateway.ends.length > 0);
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
  socket.resume();
  await once(socket, 'close');
  await gateway.confirmations.flush(1_000);
  expect(bytes).toBeLessThan(40_000_000);
  expect(gateway.billing.state.undelivered).toEqual([...gateway.billing.state.holds.keys()]);
  expect(gateway.billing.state.delivered).toEqual([]);
}, 60_000);

test('a connection with more requests in waiting than it may have is closed', async () => {
  gateway = await startGateway();
  await openPaused();
  socket.write(freeRequest.repeat(200));
  socket.resume();
  await once(socket, 'close');
  expect(gateway.ends.length).toBeLessThan(110);
}, 60_000);
