import { Fault } from '@assay/faults/faults';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The most bytes that a body may hold. */
export const maxBodyBytes = 65_536;

/** A body that was read: its object, its bytes past the bound, or a caller who went away before the end. */
export type ReadBody = { readonly bytes: Buffer } | { readonly fault: Fault } | 'aborted';

const jsonMediaType = /^application\/json\s*(;.*)?$/is;
const charsetParameter = /;\s*charset\s*=\s*("?)([^";\s]*)\1\s*(?:;|$)/is;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const loneSurrogate = /\p{Surrogate}/u;

/** What is wrong with the kind of body that a request's headers announce; undefined when nothing is. */
export function mediaTypeFault(headers: IncomingMessage['headers']): Fault | undefined {
  const mediaType = headers['content-type'] ?? '';
  const charset = charsetParameter.exec(mediaType)?.[2]?.toLowerCase() ?? 'utf-8';
  const accepted = jsonMediaType.test(mediaType) && (charset === 'utf-8' || charset === 'utf8');
  const encoded = (headers['content-encoding'] ?? '') !== '';
  return accepted && !encoded ? undefined : new Fault('UNSUPPORTED_MEDIA_TYPE');
}

/** Reads a body of at most 64 KiB into memory, and no byte beyond. Never rejects. */
export function readBody(request: IncomingMessage, response: ServerResponse): Promise<ReadBody> {
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

/**
 * The JSON object that a body holds. Throws INVALID_JSON for anything else: other encodings, a byte order mark, an
 * array, and strings that are no Unicode text, which could not be written back or stored as they came.
 */
export function parseJsonObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch (cause) {
    throw new Fault('INVALID_JSON', undefined, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Fault('INVALID_JSON');
  }
  if (text.includes('\\u') && holdsLoneSurrogate(value)) {
    throw new Fault('INVALID_JSON', 'a string in the body holds half of a surrogate pair, which is no character');
  }
  return value as Readonly<Record<string, unknown>>;
}

/** Walks without recursion, since a small body can nest deeper than the stack. */
function holdsLoneSurrogate(root: object): boolean {
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string' ? loneSurrogate.test(value) : false) {
      return true;
    }
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        left.push(name, inner);
      }
    }
  }
  return false;
}

const maxDiscardedBytes = 1_048_576;
const discardTimeoutMs = 2_000;

/**
 * Takes in what is left of a body that nobody will read, so that the caller, still sending, gets to see the answer;
 * a caller who sends much more, or for long, is cut off.
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
  // An answered request hears no more of its connection, so that the connection itself is listened to.
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
