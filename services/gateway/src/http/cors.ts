import type { IncomingHttpHeaders } from 'node:http';

const exposedHeaders =
  'x-trace-id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, x-assay-mode, content-digest, signature-input, signature';
const allowedMethods = 'GET, HEAD, POST, DELETE';
const publicMethods = 'GET, HEAD';
const allowedHeaders = 'authorization, x-api-key, content-type, idempotency-key, accept-signature, traceparent';
const maxAgeSeconds = 600;

/** The origins whose pages may read a response. `any` is for documents that are the same for everybody. */
export type AllowedOrigins = 'any' | ReadonlySet<string>;

/** Returns whether no page may read a response, so that it needs no further headers. */
export function allowsNoOrigin(allowed: AllowedOrigins): boolean {
  return allowed !== 'any' && allowed.size === 0;
}

/** Returns whether a request is a preflight of a browser (Fetch standard, section 3.2.2). */
export function isPreflight(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

/**
 * Returns the headers that let a page of an allowed origin read the response. Empty for any other origin. The headers
 * never allow credentials.
 */
export function corsHeaders(origin: string | undefined, allowed: AllowedOrigins): Record<string, string> {
  if (allowed === 'any') {
    return {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposedHeaders,
      'cross-origin-resource-policy': 'cross-origin',
    };
  }
  return origin === undefined || !allowed.has(origin)
    ? {}
    : { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders };
}

/** Returns the additional headers of the response to a preflight from an allowed origin. Empty for any other origin. */
export function preflightHeaders(origin: string | undefined, allowed: AllowedOrigins): Record<string, string> {
  if (allowed === 'any') {
    return {
      'access-control-allow-methods': publicMethods,
      'access-control-allow-headers': '*',
      'access-control-max-age': String(maxAgeSeconds),
    };
  }
  return origin === undefined || !allowed.has(origin)
    ? {}
    : {
        'access-control-allow-methods': allowedMethods,
        'access-control-allow-headers': allowedHeaders,
        'access-control-max-age': String(maxAgeSeconds),
      };
}
