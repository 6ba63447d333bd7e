import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mutatedJson, seededRandom } from '@assay/providers/testing/mutated-json';
import { WebSocketServer } from 'ws';

/** Makes a false answer from the true answer of a provider or node. `slot` is the slot that a node states. */
export type ServerLie = (text: string, random: () => number) => string;

/** A server in front of a simulated provider or node, which changes its answers. */
export type LyingServer = {
  readonly url: string;
  /** The URL to which the server forwards requests. While it is undefined, the server answers 503. */
  target: string | undefined;
  lie: ServerLie;
  /** Number of answers that the server has changed. */
  answers: number;
  /** Number of messages that the server has sent on streams. */
  messages: number;
  readonly close: () => Promise<void>;
};

const withSlot =
  (change: (slot: bigint) => bigint): ServerLie =>
  (text) =>
    text.replace(/"slot":(\d+)/g, (_all, slot: string) => `"slot":${change(BigInt(slot))}`);

/** The lies of nodes. The key describes the lie. */
export const nodeLies: Readonly<Record<string, ServerLie>> = {
  'the largest slot': withSlot(() => 2n ** 53n - 1n),
  'a slot of 20 digits': withSlot(() => 2n ** 64n - 1n),
  'a million slots ahead': withSlot((slot) => slot + 1_000_000n),
  'a million slots back': withSlot((slot) => (slot > 1_000_000n ? slot - 1_000_000n : 0n)),
  'mutated answers': mutatedJson,
};

/** The lies of providers. The key describes the lie. */
export const providerLies: Readonly<Record<string, ServerLie>> = {
  'a number of 900,000 digits': (text) => text.replace(/"?\d+\.\d+"?/, `"${'9'.repeat(900_000)}"`),
  'mutated answers': mutatedJson,
  'prices of 40 digits': (text) =>
    text.replace(/"(\d+)\.\d+"/g, (_all, whole: string) => `"${whole}.${'7'.repeat(40 - whole.length)}"`),
  'prices of a fifth': (text) =>
    text.replace(/"(\d+)\.(\d+)"/g, (_all, whole: string, rest: string) => `"${BigInt(whole) / 5n}.${rest}"`),
  'times of the future': (text) =>
    text
      .replace(
        /\b(1[6-9]\d{8})(\d{3})?\b/g,
        (_all, seconds: string, millis = '') => `${Number(seconds) + 3_600}${millis}`,
      )
      .replace(/20\d\d-\d\d-\d\dT/g, '2290-01-01T'),
  'sizes of 15 digits': (text) => text.replace(/(?<=[:,[])\d{1,6}(?=[,}\]])/g, '999999999999999'),
  'nesting that is allowed': (text) => `{"a":${'['.repeat(30)}${']'.repeat(30)},${text.trimStart().slice(1)}`,
  'deep nesting': () => `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
};

/** Numbers at the limits of what a venue's documented format allows for trades. */
const extremeNumbers = [1, 7, 2 ** 53 - 1, 2 ** 53, 1e308, -1, 0, 1e15];
const extremePrices = ['1', `0.${'0'.repeat(37)}1`, '9'.repeat(40), '9'.repeat(41), '1e308', '-5', '0', 'NaN'];

/** Returns a message in the format of Coinbase or Kraken. Its numbers, times, sizes and prices are extreme or plausible. */
function extremeMessage(random: () => number): string {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const leadMs = pick([0, 1_000, 9_000, 3_600_000, -3_600_000]);
  const time = pick([new Date(Date.now() + leadMs).toISOString(), '+275760-09-13T00:00:00.000Z']);
  const [number, price, size] = [pick(extremeNumbers), pick(extremePrices), pick(extremePrices)];
  const [bid, ask] = [pick(extremePrices), pick(extremePrices)];
  const trade = { symbol: 'BTC/USD', price, qty: size, trade_id: number, timestamp: time };
  return JSON.stringify(
    pick<unknown>([
      { type: 'match', trade_id: number, product_id: 'BTC-USD', price, size, time },
      { type: 'ticker', product_id: 'BTC-USD', best_bid: bid, best_ask: ask, time },
      { type: 'heartbeat', product_id: 'BTC-USD', last_trade_id: number },
      { channel: 'trade', type: 'update', data: Array.from({ length: 200 }, () => trade) },
      { channel: 'ticker', type: 'update', data: [{ symbol: 'BTC/USD', bid, ask, timestamp: time }] },
      { channel: 'trade', data: JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`) },
    ]),
  );
}

const messageEveryMs = 20;

/**
 * Starts a lying server on loopback. On a WebSocket it sends mutated messages without meaning, and extreme messages in
 * the formats of venues.
 */
export async function startLyingServer(seed: number): Promise<LyingServer> {
  const random = seededRandom(seed);
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('message', () => socket.send(mutatedJson('{"topic":"trade","data":[{"p":"1.5","T":1}]}', random)));
    const timer = setInterval(() => {
      lying.messages += 1;
      socket.send(extremeMessage(random));
    }, messageEveryMs);
    socket.on('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const lying: LyingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: undefined,
    lie: (text) => text,
    answers: 0,
    messages: 0,
    close: async () => {
      sockets.clients.forEach((socket) => socket.terminate());
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) {
      chunks.push(chunk);
    }
    if (lying.target === undefined) {
      response.writeHead(503).end();
      return;
    }
    const trueResponse = await fetch(lying.target + (request.url === '/' ? '' : (request.url ?? '')), {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json' },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    lying.answers += 1;
    response.writeHead(trueResponse.status, { 'content-type': 'application/json' });
    response.end(lying.lie(await trueResponse.text(), random));
  }
  return lying;
}
