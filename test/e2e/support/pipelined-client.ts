import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * A client that sends many requests without waiting for responses (pipelining). It reads the responses at a chosen
 * speed.
 */
export type PipelinedClient = {
  /** The bodies of the complete JSON responses so far. */
  readonly bodies: readonly Record<string, unknown>[];
  /** Returns the number of bytes that the client has read. */
  readonly bytes: () => number;
  /**
   * Continues to read until a condition holds or the connection ends.
   * @param bytesPerSecond the speed; as fast as possible when absent.
   */
  readonly readUntil: (isReached: () => boolean, bytesPerSecond?: number) => Promise<void>;
  /** Closes the connection without reading the remaining bytes. */
  readonly leave: () => void;
};

const endOfHead = Buffer.from('\r\n\r\n');
const pollMs = 20;

/** Number of requests without a response at any time. The server closes a connection on which more than 100 wait. */
const maxUnanswered = 90;

/**
 * Connects a client and writes the first requests. It writes each further one when a response arrived, so that 90 are
 * always waiting. The client reads nothing until `readUntil` is called.
 */
export async function openPipelinedClient(url: string, requests: readonly string[]): Promise<PipelinedClient> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  // A reset also closes the connection, and `closed` then resolves.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  const unsent = [...requests];
  const sendNext = (count: number): void => void socket.write(unsent.splice(0, count).join(''));
  sendNext(maxUnanswered);
  const bodies: Record<string, unknown>[] = [];
  const collect = responseCollector(
    (body) => bodies.push(body),
    () => sendNext(1),
  );
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    collect(chunk);
  });
  socket.pause();
  return {
    bodies,
    bytes: () => bytes,
    readUntil: async (isReached, bytesPerSecond = Number.POSITIVE_INFINITY) => {
      const startedAtMs = performance.now();
      const startBytes = bytes;
      while (!isReached() && !socket.closed) {
        const allowed = ((performance.now() - startedAtMs) / 1_000) * bytesPerSecond;
        if (bytes - startBytes < allowed) {
          socket.resume();
        }
        await Promise.race([once(socket, 'data'), new Promise((wait) => setTimeout(wait, pollMs))]);
        if (bytes - startBytes >= allowed) {
          socket.pause();
          await new Promise((wait) => setTimeout(wait, pollMs));
        }
      }
      socket.pause();
    },
    leave: () => socket.destroy(),
  };
}

/**
 * Returns a function that receives bytes. It calls `onEnd` after each complete response, and before that `onBody` with
 * the body if it is JSON.
 */
function responseCollector(
  onBody: (body: Record<string, unknown>) => void,
  onEnd: () => void,
): (chunk: Buffer) => void {
  let head = Buffer.alloc(0);
  let body: Buffer[] = [];
  let isJson = false;
  let leftBytes = 0;
  return (chunk) => {
    let unparsed = chunk;
    while (unparsed.length > 0) {
      if (leftBytes === 0) {
        head = Buffer.concat([head, unparsed]);
        const headEnd = head.indexOf(endOfHead);
        if (headEnd === -1) {
          return;
        }
        const text = head.toString('latin1', 0, headEnd);
        unparsed = head.subarray(headEnd + endOfHead.length);
        head = Buffer.alloc(0);
        isJson = /^content-type: application\/json/im.test(text);
        leftBytes = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
        body = [];
      }
      const bodyPart = unparsed.subarray(0, leftBytes);
      unparsed = unparsed.subarray(bodyPart.length);
      leftBytes -= bodyPart.length;
      if (isJson) {
        body.push(bodyPart);
      }
      if (leftBytes > 0) {
        continue;
      }
      if (isJson) {
        onBody(JSON.parse(Buffer.concat(body).toString('utf8')) as Record<string, unknown>);
      }
      onEnd();
    }
  };
}
