import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyNotification, type JsonObject } from '@assay/client/webhook';

/**
 * Receives the notifications of one watch and prints them. It accepts a notification only if the watch's secret signed
 * it, if it is recent, and if it did not arrive before.
 *
 *     WEBHOOK_SECRET=whsec_... npx tsx examples/receiver.ts [port]
 */

const maxBodyBytes = 1_048_576;
/** A recorded notification can be sent again. Older ones are refused, younger ones are remembered by their trace id. */
const maxAgeMs = 5 * 60_000;

const secret = process.env['WEBHOOK_SECRET'] ?? '';
if (secret === '') {
  throw new Error('set WEBHOOK_SECRET to the webhookSecret that the watch was created with');
}
const acceptedAtMs = new Map<string, number>();

/** Returns the raw body, or undefined for one that is too long. The signature covers the bytes exactly as they arrived. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) {
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Whether a notification is recent and new. Remembers it, and forgets those that are too old to be accepted again. */
function isNew(notification: JsonObject, nowMs: number): boolean {
  for (const [id, atMs] of acceptedAtMs) {
    if (nowMs - atMs > 2 * maxAgeMs) {
      acceptedAtMs.delete(id);
    }
  }
  const traceId = String(notification['traceId']);
  const ageMs = Math.abs(nowMs - Date.parse(String(notification['firedAt'])));
  if (acceptedAtMs.has(traceId) || !(ageMs <= maxAgeMs)) {
    return false;
  }
  acceptedAtMs.set(traceId, nowMs);
  return true;
}

/** Returns the HTTP status for a request. */
async function receive(request: IncomingMessage): Promise<number> {
  const raw = await readBody(request);
  if (raw === undefined) {
    return 413;
  }
  const notification = verifyNotification(raw, secret);
  if (notification === undefined) {
    return 401;
  }
  if (!isNew(notification, Date.now())) {
    return 409;
  }
  const { watchId, type, value } = notification;
  console.log(`${String(watchId)} ${String(type)} ${JSON.stringify(value)}`);
  return 204;
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    () => response.destroy(),
  );
});
server.listen(Number(process.argv[2] ?? 8000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
