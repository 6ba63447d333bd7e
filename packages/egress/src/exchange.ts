import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/** What became of a request that was written to a connection. */
export type Exchanged =
  | { readonly kind: 'answered'; readonly status: number }
  | {
      readonly kind: 'failed';
      readonly reason: 'timeout' | 'lost' | 'protocol' | 'too_large';
      /** The status, where it had come before the answer failed. */
      readonly status: number | undefined;
    };

/** How much of an answer is read: its header block and its body, in bytes. */
export type AnswerLimits = { readonly headerBytes: number; readonly bodyBytes: number };

// A body sent a byte at a time carries five bytes of framing with each.
const framingFactor = 8;

/**
 * Sends one POST over a connection, reads the answer to its end and keeps nothing of it but its status. Never rejects on
 * what the other side does: an answer that is too long, is no HTTP/1, asks for another protocol or breaks off is a failure,
 * and so is an abort of `signal`, by the reason `timeout`. The connection is destroyed in every case.
 */
export function exchange(
  socket: Socket,
  request: { readonly path: string; readonly headers: OutgoingHttpHeaders; readonly body: Uint8Array },
  limits: AnswerLimits,
  signal: AbortSignal,
): Promise<Exchanged> {
  const exchanged = new Promise<Exchanged>((resolve) => {
    let status: number | undefined;
    let wireBytes = 0;
    let bodyBytes = 0;
    // The first to settle wins, so whatever the destroyed connection then reports changes nothing.
    const settle = (outcome: Exchanged): void => {
      resolve(outcome);
      socket.destroy();
    };
    const fail = (reason: Exclude<Exchanged, { kind: 'answered' }>['reason']): void =>
      settle({ kind: 'failed', reason, status });
    const sending = httpRequest({
      method: 'POST',
      path: request.path,
      headers: request.headers,
      setHost: false,
      createConnection: () => socket,
      maxHeaderSize: limits.headerBytes,
      insecureHTTPParser: false,
    });
    sending.on('response', (response) => {
      const answeredStatus = response.statusCode ?? 0;
      status = answeredStatus;
      response.on('data', (chunk: Buffer) => {
        bodyBytes += chunk.length;
        if (bodyBytes > limits.bodyBytes) {
          fail('too_large');
        }
      });
      response.on('end', () => settle({ kind: 'answered', status: answeredStatus }));
      response.on('error', (error) => fail(reasonOf(error)));
    });
    sending.on('upgrade', () => fail('protocol'));
    sending.on('error', (error) => fail(reasonOf(error)));
    sending.on('close', () => fail('lost'));
    sending.on('socket', () => {
      // Beside the body's own bound: interim answers, chunk extensions and trailers are bytes that belong to no body.
      socket.on('data', (chunk: Buffer) => {
        wireBytes += chunk.length;
        if (wireBytes > limits.headerBytes + framingFactor * limits.bodyBytes) {
          fail('too_large');
        }
      });
    });
    signal.addEventListener('abort', () => fail('timeout'), { once: true });
    if (signal.aborted) {
      fail('timeout');
    }
    sending.end(request.body);
  });
  return exchanged.finally(() => socket.destroy());
}

function reasonOf(error: NodeJS.ErrnoException): 'lost' | 'protocol' | 'too_large' {
  const code = error.code ?? '';
  return code.endsWith('_OVERFLOW') ? 'too_large' : code.startsWith('HPE_') ? 'protocol' : 'lost';
}
