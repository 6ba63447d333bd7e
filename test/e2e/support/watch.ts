import { encodeAddress } from '@assay/catalog/base58';
import type { Certificate } from '@assay/egress/testing/certificates';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { send, until, type Answer, type System } from './system.ts';

/** A notification as it came: the bytes, and what they say. */
export type Received = {
  readonly raw: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly value: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
};

/** What a receiver does with a request. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

/** A webhook on loopback. Its behaviour can be changed while it runs. */
export type Receiver = {
  readonly url: string;
  readonly port: number;
  /** Whole requests, whatever they were answered. */
  readonly received: Received[];
  behave: Behaviour;
  readonly close: () => Promise<void>;
};

/** Answers with a status, its headers and a body. */
export function answering(status: number, headers: Record<string, string> = {}, body = ''): Behaviour {
  return (response) => void response.writeHead(status, headers).end(body);
}

/** Starts a receiver that answers 204; on a port of its own choice unless one is given. */
export async function startReceiver(
  options: { readonly port?: number; readonly certificate?: Certificate } = {},
): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      const body = JSON.parse(raw) as Received['body'];
      receiver.received.push({ raw, body, value: body['value'] as Received['value'], headers: request.headers });
      receiver.behave(response, request);
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
  const receiver: Receiver = {
    url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}/hook?token=of-the-receiver`,
    port,
    received: [],
    behave: answering(204),
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** The receiver of the documentation, run by Python with a watch's secret. */
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

/** An address at which nothing stands. */
export function freshAddress(): string {
  return encodeAddress(randomBytes(32));
}

/** Puts lamports at an address, by a slot of its own. */
export async function setLamports(
  system: Pick<System, 'sandboxUrl'>,
  address: string,
  lamports: number | string,
  more: object = {},
): Promise<void> {
  const account = {
    lamports: Number(lamports),
    data: ['', 'base64'],
    owner: '11111111111111111111111111111111',
    executable: false,
    rentEpoch: 0,
    ...more,
  };
  await setAccount(system, address, account);
}

/** Puts an account at an address, in the form of an account file. */
export async function setAccount(system: Pick<System, 'sandboxUrl'>, address: string, account: object): Promise<void> {
  const answer = await send(`${system.sandboxUrl}/control/accounts/${address}`, { method: 'PUT', body: account });
  if (answer.status >= 300) {
    throw new Error(`the sandbox refused: ${answer.text}`);
  }
}

/** A watch that was registered. */
export type Registered = { readonly id: string; readonly secret: string };

/** Registers a watch; of an address's lamports and state unless told otherwise. */
export async function createWatch(
  gatewayUrl: string,
  key: string,
  watch: { readonly webhookUrl: string; readonly address?: string } & Readonly<Record<string, unknown>>,
): Promise<Registered> {
  const { address, ...body } = watch;
  const answer: Answer = await send(`${gatewayUrl}/v1/watch`, {
    key,
    body: { type: 'chain.resolve_address', params: { address }, minIntervalSeconds: 0, ...body },
  });
  if (answer.status !== 201) {
    throw new Error(`the watch was refused: ${answer.text}`);
  }
  return { id: String(answer.body['id']), secret: String(answer.body['webhookSecret']) };
}

/** A watch's record, as its owner sees it. */
export async function recordOf(gatewayUrl: string, key: string, id: string): Promise<Record<string, unknown>> {
  const { body } = await send(`${gatewayUrl}/v1/watch`, { key });
  const watches = body['watches'] as Record<string, unknown>[];
  return watches.find((watch) => watch['id'] === id) ?? {};
}
