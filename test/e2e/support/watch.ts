import { encodeAddress } from '@assay/catalog/base58';
import type { Certificate } from '@assay/egress/testing/certificates';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { send, until, type HttpAnswer } from './system.ts';

/** A notification that a receiver got: its raw bytes and its parsed body. */
export type ReceivedNotification = {
  readonly raw: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly value: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
};

/** Handles a request to a receiver by writing the response. */
export type RequestHandler = (response: ServerResponse, request: IncomingMessage) => void;

/** A webhook receiver on loopback. While it runs, a test may replace its `handle`. */
export type WebhookReceiver = {
  readonly url: string;
  readonly port: number;
  /** All complete requests that arrived, whatever the receiver answered. */
  readonly received: ReceivedNotification[];
  handle: RequestHandler;
  readonly close: () => Promise<void>;
};

/** Returns a handler that answers with a status, headers and a body. */
export function answering(status: number, headers: Record<string, string> = {}, body = ''): RequestHandler {
  return (response) => void response.writeHead(status, headers).end(body);
}

/** Starts a receiver that answers 204. It listens on a free port unless the options name one. */
export async function startReceiver(
  options: { readonly port?: number; readonly certificate?: Certificate } = {},
): Promise<WebhookReceiver> {
  const sockets = new Set<Socket>();
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      const body = JSON.parse(raw) as ReceivedNotification['body'];
      receiver.received.push({
        raw,
        body,
        value: body['value'] as ReceivedNotification['value'],
        headers: request.headers,
      });
      receiver.handle(response, request);
    });
  };
  const { certificate } = options;
  const server: Server = certificate === undefined ? createServer(serve) : createTlsServer({ ...certificate }, serve);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}/hook?token=of-the-receiver`,
    port,
    received: [],
    handle: answering(204),
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Starts the Python receiver in examples/ with the secret of a watch. */
export async function startPythonReceiver(
  script: string,
  secret: string,
  port: number,
): Promise<{ readonly lines: string[]; readonly close: () => Promise<unknown> }> {
  const lines: string[] = [];
  const child = spawn('python3', ['-B', script, String(port)], {
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  await until(
    async () => lines.length,
    (count) => count > 0,
    20_000,
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  return {
    lines,
    close: () => {
      child.kill();
      return exited;
    },
  };
}

/** Returns a random address at which no account exists. */
export function freshAddress(): string {
  return encodeAddress(randomBytes(32));
}

/** The id and secret of a registered watch. */
export type RegisteredWatch = { readonly id: string; readonly secret: string };

/**
 * Registers a watch. By default it observes what kind of account an address has, and its lamports, without a quiet
 * time.
 */
export async function createWatch(
  gatewayUrl: string,
  key: string,
  watch: { readonly webhookUrl: string; readonly address?: string } & Readonly<Record<string, unknown>>,
): Promise<RegisteredWatch> {
  const { address, ...body } = watch;
  const answer: HttpAnswer = await send(`${gatewayUrl}/v1/watch`, {
    key,
    body: { type: 'chain.resolve_address', params: { address }, minIntervalSeconds: 0, ...body },
  });
  if (answer.status !== 201) {
    throw new Error(`the watch was refused: ${answer.text}`);
  }
  return { id: String(answer.body['id']), secret: String(answer.body['webhookSecret']) };
}

/** Returns a watch as GET /v1/watch shows it to its owner. */
export async function recordOf(gatewayUrl: string, key: string, id: string): Promise<Record<string, unknown>> {
  const { body } = await send(`${gatewayUrl}/v1/watch`, { key });
  const watches = body['watches'] as Record<string, unknown>[];
  return watches.find((watch) => watch['id'] === id) ?? {};
}
