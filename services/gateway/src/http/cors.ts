import type { IncomingHttpHeaders } from 'node:http';

const exposedHeaders =
  'x-trace-id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, x-assay-mode, content-digest, signature-input, signature';
const allowedMethods = 'GET, HEAD, POST, DELETE';
const allowedHeaders = 'authorization, x-api-key, content-type, idempotency-key, accept-signature, traceparent';
const maxAgeSeconds = 600;

/** Returns whether a request is a preflight of a browser (Fetch standard, section 3.2.2). */
export function isPreflight(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

/** Returns the headers that let a page of an allowed origin read the response. Empty for any other origin. */
export function corsHeaders(origin: string | undefined, allowed: ReadonlySet<string>): Record<string, string> {
  return origin === undefined || !allowed.has(origin)
    ? {}
    : { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders };
}

/** Returns the additional headers of the response to a preflight from an allowed origin. Empty for any other origin. */
export function preflightHeaders(origin: string | undefined, allowed: ReadonlySet<string>): Record<string, string> {
  return origin === undefined || !allowed.has(origin)
    ? {}
    : {
        'access-control-allow-methods': allowedMethods,
        'access-control-allow-headers': allowedHeaders,
        'access-control-max-age': String(maxAgeSeconds),
      };
}
