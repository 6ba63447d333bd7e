import { Fault } from '@assay/faults/faults';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The name of the header that makes a POST idempotent, in lower case. */
const idempotencyHeader = 'idempotency-key';

/** One to 255 visible ASCII characters (RFC 5234 appendix B.1, VCHAR). */
const idempotencyKeyPattern = /^[\u0021-\u007e]{1,255}$/;

/**
 * The fields by which billing identifies a request with an idempotency key. They contain a hash of the key, because
 * billing does not store the key itself.
 */
export type IdempotentRequest = {
  /** SHA-256 of the key. */
  readonly keySha256: Buffer;
  /** SHA-256 of the path and the bytes of the body. */
  readonly fingerprint: Buffer;
};

/**
 * Returns the idempotency key of a request, or undefined when there is none. Throws INVALID_PARAM for a malformed key.
 */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers[idempotencyHeader];
  if (key === undefined) {
    return undefined;
  }
  if (typeof key !== 'string' || !idempotencyKeyPattern.test(key)) {
    throw new Fault('INVALID_PARAM', 'Idempotency-Key must be 1 to 255 visible ASCII characters, such as a UUID', {
      extra: { param: 'Idempotency-Key' },
    });
  }
  return key;
}

/**
 * Returns the fields by which billing identifies a request with an idempotency key.
 * @param body the bytes of the body as received.
 */
export function idempotentRequest(key: string, path: string, body: Uint8Array): IdempotentRequest {
  return {
    keySha256: createHash('sha256').update(key).digest(),
    fingerprint: createHash('sha256').update(`${path}\n`).update(body).digest(),
  };
}
