import { createReceiver, maxBodyBytes, type WebhookOptions } from './webhook-check.ts';
import type { JsonObject } from './notification.ts';

export type { JsonObject, Notification, TestNotification } from './notification.ts';
export { signNotification, verifyNotification } from './notification-signature.ts';
export type { SeenNotifications, WebhookOptions } from './webhook-check.ts';

/**
 * The part of a Node.js request that the handler reads. Express sets `body` when a body parser ran before the handler.
 */
export type IncomingRequest = AsyncIterable<Uint8Array> & {
  readonly method?: string | undefined;
  readonly body?: unknown;
};

/** The part of a Node.js response that the handler writes. */
export type OutgoingResponse = {
  readonly writeHead: (status: number, headers?: Record<string, string>) => { readonly end: () => unknown };
};

/** The part of a Fastify instance that the plugin uses. */
export type FastifyInstanceLike = {
  readonly addContentTypeParser: (
    contentType: string,
    options: { readonly parseAs: 'buffer'; readonly bodyLimit: number },
    parser: (request: unknown, body: Uint8Array, done: (error: Error | null, body?: unknown) => void) => void,
  ) => unknown;
  readonly post: (
    path: string,
    handler: (request: { readonly body: unknown }, reply: FastifyReplyLike) => Promise<unknown>,
  ) => unknown;
};

/** The part of a Fastify reply that the plugin uses. */
export type FastifyReplyLike = { readonly code: (status: number) => { readonly send: () => unknown } };

/**
 * Returns a handler for servers that map a Request to a Response, such as workers, Deno, Bun, Hono and Next.js. It answers
 * 204, 401, 405, 409 or 413, and rejects with what `onNotification` throws.
 */
export function webhookHandler(options: WebhookOptions): (request: Request) => Promise<Response> {
  const receive = createReceiver(options);
  return async (request) => {
    if (request.method !== 'POST') {
      return new Response(null, { status: 405, headers: { allow: 'POST' } });
    }
    const body = request.body === null ? new Uint8Array() : await readAll(chunksOf(request.body));
    return new Response(null, { status: body === undefined ? 413 : await receive(body) });
  };
}

/**
 * Returns a handler for Express and for `node:http`. It reads the raw body itself, so put it before `express.json()`. If a
 * parser has already read the body, it verifies the parsed body. What `onNotification` throws goes to `next`.
 */
export function expressWebhook(
  options: WebhookOptions,
): (request: IncomingRequest, response: OutgoingResponse, next?: (error: unknown) => void) => void {
  const receive = createReceiver(options);
  const answer = async (request: IncomingRequest): Promise<number> => {
    if (request.method !== 'POST') {
      return 405;
    }
    const body = request.body === undefined ? await readAll(request) : bodyOf(request.body);
    return body === undefined ? 413 : receive(body);
  };
  return (request, response, next) => {
    answer(request).then(
      (status) => response.writeHead(status, status === 405 ? { allow: 'POST' } : {}).end(),
      (thrown: unknown) => (next === undefined ? response.writeHead(500).end() : next(thrown)),
    );
  };
}

/**
 * Returns a Fastify plugin that serves a path: `app.register(fastifyWebhook({ path: '/hooks', ... }))`. Its raw-body parser
 * applies only to this path.
 */
export function fastifyWebhook(
  options: WebhookOptions & { readonly path: string },
): (instance: FastifyInstanceLike) => Promise<void> {
  const receive = createReceiver(options);
  return async (instance) => {
    const parsing = { parseAs: 'buffer' as const, bodyLimit: maxBodyBytes };
    instance.addContentTypeParser('application/json', parsing, (_request, body, done) => done(null, body));
    instance.post(options.path, async (request, reply) => reply.code(await receive(bodyOf(request.body))).send());
  };
}

function bodyOf(body: unknown): string | Uint8Array | JsonObject {
  return typeof body === 'string' || body instanceof Uint8Array ? body : ((body ?? '') as JsonObject);
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (let result = await reader.read(); !result.done; result = await reader.read()) {
    yield result.value;
  }
}

/** Returns all bytes, or undefined when there are more than the maximum. */
async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const chunksRead: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) {
      return undefined;
    }
    chunksRead.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunksRead) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
