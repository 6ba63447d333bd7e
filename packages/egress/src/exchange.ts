import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/** Result of a request that was written to a connection. */
export type ExchangeResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** The whole body. Undefined when it was longer than the limit. */
      readonly body: Buffer | undefined;
    }
  | {
      readonly kind: 'failed';
      readonly reason: 'timeout' | 'lost' | 'protocol' | 'too_large';
      /** The status, if it arrived before the exchange failed. */
      readonly status: number | undefined;
    };

/**
 * Limits in bytes. A response with a longer header block is a failure. The exchange reads at most `bodyBytes` of the body
 * and ignores the rest.
 */
export type AnswerLimits = { readonly headerBytes: number; readonly bodyBytes: number };

// Limit of all received bytes, as a multiple of the body's limit. It leaves room for framing: a body in chunks of one
// byte has five bytes of framing for each byte of content.
const framingFactor = 8;

/**
 * Sends one request over a connection, and reads the response up to the limit of its body. A body that exceeds the limit is
 * left out of the result. Never rejects because of the receiver: a response is a failure if its header block is too long, if
 * it is not HTTP/1.1, switches protocols or is incomplete. Aborting `signal` is a failure with the reason `timeout`. The
 * connection is always destroyed.
 */
export function exchange(
  socket: Socket,
  request: {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly headers: OutgoingHttpHeaders;
    readonly body: Uint8Array;
  },
  limits: AnswerLimits,
  signal: AbortSignal,
): Promise<ExchangeResult> {
  const exchanged = new Promise<ExchangeResult>((resolve) => {
    let status: number | undefined;
    let headers: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    let wireBytes = 0;
    let bodyBytes = 0;
    // The first call decides the result. Later events of the destroyed connection change nothing.
    const finish = (outcome: ExchangeResult): void => {
      resolve(outcome);
      socket.destroy();
    };
    const fail = (reason: Exclude<ExchangeResult, { kind: 'answered' }>['reason']): void =>
      finish(
        // A status is known only after a complete header block within its limit, so in this case only the body is too
        // large.
        reason === 'too_large' && status !== undefined
          ? { kind: 'answered', status, headers, body: undefined }
          : { kind: 'failed', reason, status },
      );
    const sending = httpRequest({
      method: request.method,
      path: request.path,
      headers: request.headers,
      setHost: false,
      createConnection: () => socket,
      maxHeaderSize: limits.headerBytes,
      insecureHTTPParser: false,
    });
    sending.on('response', (response) => {
      const { statusCode: answeredStatus = 0 } = response;
      [status, headers] = [answeredStatus, response.headers];
      response.on('data', (chunk: Buffer) => {
        bodyBytes += chunk.length;
        if (bodyBytes > limits.bodyBytes) {
          fail('too_large');
        } else {
          chunks.push(chunk);
        }
      });
      response.on('end', () =>
        finish({ kind: 'answered', status: answeredStatus, headers, body: Buffer.concat(chunks) }),
      );
      response.on('error', (error) => fail(reasonOf(error)));
    });
    sending.on('upgrade', () => fail('protocol'));
    sending.on('error', (error) => fail(reasonOf(error)));
    sending.on('close', () => fail('lost'));
    sending.on('socket', () => {
      // Counts all bytes: interim responses, chunk extensions and trailers are outside the body but need a limit too.
      socket.on('data', (chunk: Buffer) => {
        wireBytes += chunk.length;
        if (wireBytes > limits.headerBytes + framingFactor * limits.bodyBytes) {
          fail('too_large');
        }
      });
    });
    onAbort(signal, () => fail('timeout'));
    sending.end(request.body);
  });
  return exchanged.finally(() => socket.destroy());
}

function onAbort(signal: AbortSignal, run: () => void): void {
  signal.addEventListener('abort', run, { once: true });
  if (signal.aborted) {
    run();
  }
}

function reasonOf(error: NodeJS.ErrnoException): 'lost' | 'protocol' | 'too_large' {
  const code = error.code ?? '';
  return code.endsWith('_OVERFLOW') ? 'too_large' : code.startsWith('HPE_') ? 'protocol' : 'lost';
}
