import { cleanText } from '@assay/faults/clean-text';
import { Fault } from '@assay/faults/faults';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Maximum number of bytes of a body. */
export const maxBodyBytes = 65_536;

/** The result of reading a body: its bytes, a fault, or `aborted` when the caller disconnected before the end. */
export type ReadBody = { readonly bytes: Buffer } | { readonly fault: Fault } | 'aborted';

const jsonMediaType = /^application\/json\s*(;.*)?$/is;
/** Maximum number of characters of a caller's media type in a message. */
const maxShownType = 60;
const charsetParameter = /;\s*charset\s*=\s*("?)([^";\s]*)\1\s*(?:;|$)/is;

/**
 * Checks the media type and the encoding in a request's headers. Returns the fault, or undefined when both are
 * accepted.
 */
export function mediaTypeFault(headers: IncomingMessage['headers']): Fault | undefined {
  const mediaType = headers['content-type'] ?? '';
  const charset = charsetParameter.exec(mediaType)?.[2]?.toLowerCase() ?? 'utf-8';
  const encoded = (headers['content-encoding'] ?? '') !== '';
  if (!jsonMediaType.test(mediaType)) {
    const sent = mediaType === '' ? 'has no Content-Type' : `says "${cleanText(mediaType, maxShownType)}"`;
    return new Fault('UNSUPPORTED_MEDIA_TYPE', `send "Content-Type: application/json": this request ${sent}`);
  }
  return (charset === 'utf-8' || charset === 'utf8') && !encoded ? undefined : new Fault('UNSUPPORTED_MEDIA_TYPE');
}

/** Reads a body of at most 64 KiB into memory, and stops when it is larger. Never rejects. */
export function readBytes(request: IncomingMessage, response: ServerResponse): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
    return Promise.resolve({ fault: new Fault('PAYLOAD_TOO_LARGE') });
  }
  if (request.headers.expect !== undefined) {
    response.writeContinue();
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (outcome: ReadBody): void => {
      request.off('data', take);
      request.off('end', end);
      request.off('close', abort);
      resolve(outcome);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBodyBytes) {
        request.pause();
        finish({ fault: new Fault('PAYLOAD_TOO_LARGE') });
      }
    };
    const end = (): void =>
      finish({ bytes: chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks) });
    const abort = (): void => finish('aborted');
    request.on('data', take);
    request.on('end', end);
    request.on('close', abort);
  });
}

const maxDiscardedBytes = 1_048_576;
const discardTimeoutMs = 2_000;

/**
 * Reads and discards the rest of an unneeded body, so that a caller who is still sending receives the response. Closes
 * the connection when the caller sends too much or for too long.
 */
export function discardBody(request: IncomingMessage): void {
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
  if (request.complete || !hasBody) {
    return;
  }
  const { socket } = request;
  let discarded = 0;
  const cutOff = setTimeout(() => socket.destroy(), discardTimeoutMs);
  const stop = (): void => {
    clearTimeout(cutOff);
    request.off('end', stop);
    socket.off('close', stop);
  };
  // After its response, a request no longer receives the events of its connection. So the function listens to the
  // connection itself.
  request.on('end', stop);
  socket.on('close', stop);
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > maxDiscardedBytes) {
      socket.destroy();
    }
  });
  request.resume();
}

const maxCapturedBytes = 16_384;

/**
 * Collects the beginning of a body, at most 16 KiB, for the report of a refused request. Resolves at the end of the
 * body, or with what arrived within two seconds. Resolves with undefined for a request without a body. Never rejects.
 */
export function captureBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  const { socket } = request;
  return new Promise((resolve) => {
    const take = (chunk: Buffer): void => {
      if (size < maxCapturedBytes) {
        chunks.push(chunk.subarray(0, maxCapturedBytes - size));
        size += chunk.length;
      }
    };
    const stop = (): void => {
      clearTimeout(cutOff);
      request.off('data', take);
      request.off('end', stop);
      socket.off('close', stop);
      resolve(chunks.length === 0 ? undefined : Buffer.concat(chunks));
    };
    const cutOff = setTimeout(stop, discardTimeoutMs);
    request.on('data', take);
    request.on('end', stop);
    socket.on('close', stop);
  });
}
