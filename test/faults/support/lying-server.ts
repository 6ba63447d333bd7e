import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mutatedJson, seededRandom } from '@assay/providers/testing/mutated-json';
import { WebSocketServer } from 'ws';

/** Changes the true answer of a provider or node. `slot` is the slot that a node states. */
export type ServerLie = (text: string, random: () => number) => string;

/** A server in front of a simulated provider or node, which changes what it answers. */
export type LyingServer = {
  readonly url: string;
  /** The URL whose answers it changes. Without one it answers 503. */
  target: string | undefined;
  lie: ServerLie;
  /** The number of answers that it changed. */
  answers: number;
  readonly close: () => Promise<void>;
};

const withSlot =
  (change: (slot: bigint) => bigint): ServerLie =>
  (text) =>
    text.replace(/"slot":(\d+)/g, (_all, slot: string) => `"slot":${change(BigInt(slot))}`);

/** The lies of nodes about the chain, by what they do. */
export const nodeLies: Readonly<Record<string, ServerLie>> = {
  'the largest slot': withSlot(() => 2n ** 53n - 1n),
  'a slot of 20 digits': withSlot(() => 2n ** 64n - 1n),
  'a million slots ahead': withSlot((slot) => slot + 1_000_000n),
  'a million slots back': withSlot((slot) => (slot > 1_000_000n ? slot - 1_000_000n : 0n)),
  'mutated answers': mutatedJson,
};

/** The lies of providers, by what they do. */
export const providerLies: Readonly<Record<string, ServerLie>> = {
  'a number of 900,000 digits': (text) => text.replace(/"?\d+\.\d+"?/, `"${'9'.repeat(900_000)}"`),
  'mutated answers': mutatedJson,
  'deep nesting': () => `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
};

/** Starts a lying server on loopback. WebSockets get mutated messages of no meaning. */
export async function startLyingServer(seed: number): Promise<LyingServer> {
  const random = seededRandom(seed);
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('message', () => socket.send(mutatedJson('{"topic":"trade","data":[{"p":"1.5","T":1}]}', random)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const lying: LyingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: undefined,
    lie: (text) => text,
    answers: 0,
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
    const given = await fetch(lying.target + (request.url === '/' ? '' : (request.url ?? '')), {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json' },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    lying.answers += 1;
    response.writeHead(given.status, { 'content-type': 'application/json' });
    response.end(lying.lie(await given.text(), random));
  }
  return lying;
}
