import { Fault, faults, toFault, type FaultCode } from '@assay/faults/faults';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Limits } from '../admission/key-refusal.ts';
import { publicFaultOf } from '../answers/error-body.ts';
import { allowsNoOrigin, corsHeaders, type AllowedOrigins } from './cors.ts';
import { discardBody } from './request-body.ts';
import type { HttpReply } from '../answers/http-reply.ts';
import { signatureHeaders } from '../signatures/sign-response.ts';
import type { Signer } from '../signatures/signing-keys.ts';

/** A response that was written: its reply, and its fault if it is an error. */
export type WrittenResponse = {
  readonly reply: HttpReply;
  readonly code?: FaultCode;
  readonly fault?: Fault;
};

/** Writes at most one response to one request. */
export type ResponseWriter = {
  /** Returns whether no response was written yet and the caller is still connected. */
  readonly isOpen: () => boolean;
  /**
   * Writes the response. If another response was written before, or the caller disconnected, reports the reply as
   * undelivered. Throws for a header that is not valid HTTP. Another response can then still be written.
   */
  readonly reply: (reply: HttpReply) => void;
  /** Writes a fault as the response. Never throws. A fault that cannot be written is replaced by a fixed body. */
  readonly fail: (thrown: unknown, headers?: Readonly<Record<string, string>>) => void;
  /** Stores the limits. The response then states them in headers. */
  readonly setLimits: (limits: Limits) => void;
  /** Sets the seconds of Retry-After for an error response, unless the limits determine them. */
  readonly setRetryAfter: (seconds: number) => void;
  readonly written: () => WrittenResponse | undefined;
};

/** Settings on which all responses of a gateway depend. */
export type ResponseOptions = {
  readonly mode: 'live' | 'sandbox';
  /** Returns whether the service is stopping. Responses then close their connections. */
  readonly stopping: () => boolean;
  /**
   * Returns the seconds to wait before repeating a request that failed because a part of the service was unavailable.
   */
  readonly retryAfterSeconds: () => number;
  /** The origins whose pages may read responses. */
  readonly corsOrigins: AllowedOrigins;
  /** Signs responses when the request asks for a signature. Undefined when no key is configured. */
  readonly signer: Signer | undefined;
};

/** Headers of every response. A reply can replace them. */
const securityHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

const jsonMediaType = 'application/json; charset=utf-8';
const plainHeaders = ['content-type', jsonMediaType, ...Object.entries(securityHeaders).flat()];

/** The headers that every plain JSON response has, as a list of alternating names and values. */
export const commonHeaders: Readonly<Record<ResponseOptions['mode'], readonly string[]>> = {
  live: plainHeaders,
  sandbox: [...plainHeaders, 'x-assay-mode', 'sandbox'],
};

/** Creates the writer of one response. `onWritten` runs once, before the body is sent. */
export function createResponseWriter(
  request: IncomingMessage,
  response: ServerResponse,
  traceId: string,
  options: ResponseOptions,
  onWritten: () => void,
): ResponseWriter {
  let limits: Limits | undefined;
  let retryAfterSeconds: number | undefined;
  let written: WrittenResponse | undefined;

  const isOpen = (): boolean =>
    written === undefined && !response.destroyed && !response.closed && response.socket?.destroyed !== true;
  const write = (answer: WrittenResponse): void => {
    if (!isOpen()) {
      answer.reply.onDelivered?.(false);
      return;
    }
    const statedTraceId = answer.reply.traceId ?? traceId;
    response.writeHead(answer.reply.status, headersOf(answer.reply, request, statedTraceId, limits, options));
    written = answer;
    onWritten();
    response.end(answer.reply.body);
    discardBody(request);
  };
  const fail = (thrown: unknown, headers: Readonly<Record<string, string>> = {}): void => {
    try {
      const fault = toFault(thrown);
      const { status, code, body } = publicFaultOf(fault, traceId);
      const waitSeconds =
        code === 'RATE_LIMIT' ? (limits?.resetSeconds ?? retryAfterSeconds ?? 1) : options.retryAfterSeconds();
      write({ reply: { status, body, headers: { ...headers, ...faultHeaders(code, waitSeconds) } }, code, fault });
    } catch (cause) {
      failPlainly(cause);
    }
  };
  // An error here would be an unhandled rejection and end the process. The body and the headers below contain no input,
  // so writing them cannot fail.
  const failPlainly = (cause: unknown): void => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    limits = undefined;
    const fault = new Fault('INTERNAL', undefined, { cause });
    write({ reply: { status: faults.INTERNAL.http, body: plainBody(traceId) }, code: 'RESOLVE_FAILED', fault });
  };
  return {
    isOpen,
    reply: (reply) => write({ reply }),
    fail,
    setLimits: (counted) => {
      limits = counted;
    },
    setRetryAfter: (seconds) => {
      retryAfterSeconds = seconds;
    },
    written: () => written,
  };
}

function plainBody(traceId: string): string {
  const { defaultMessage, publicCode } = faults.INTERNAL;
  return JSON.stringify({ status: 'error', code: publicCode, error: defaultMessage, traceId });
}

function headersOf(
  answer: HttpReply,
  request: IncomingMessage,
  traceId: string,
  limits: Limits | undefined,
  options: ResponseOptions,
): Record<string, string | number> | string[] {
  const isPlain = answer.headers === undefined && answer.contentType === undefined && answer.status !== 204;
  const { corsOrigins } = options;
  if (isPlain && allowsNoOrigin(corsOrigins) && request.headers['accept-signature'] === undefined) {
    return plainHeadersOf(answer, traceId, limits, options);
  }
  // RFC 9110 sections 8.6 and 15.4.5: a 204 has no Content-Length, and a 304 need not repeat the Content-Length of the
  // content.
  const bodyHeaders: Record<string, string | number> =
    answer.status === 204 || answer.status === 304
      ? {}
      : {
          'content-type': answer.contentType ?? jsonMediaType,
          'content-length': Buffer.byteLength(answer.body),
        };
  const headers = {
    ...bodyHeaders,
    'x-trace-id': traceId,
    ...securityHeaders,
    ...(options.mode === 'sandbox' ? { 'x-assay-mode': 'sandbox' } : {}),
    ...(limits === undefined ? {} : limitHeaders(limits)),
    ...(options.stopping() ? { connection: 'close' } : {}),
    ...answer.headers,
    ...signatureOf(answer, request, traceId, options.signer),
  };
  const allowing = corsHeaders(request.headers.origin, corsOrigins);
  if (corsOrigins === 'any' || allowsNoOrigin(corsOrigins)) {
    return { ...headers, ...allowing };
  }
  const vary = [answer.headers?.['vary'], 'origin'].filter((name) => name !== undefined).join(', ');
  return { ...headers, ...allowing, vary };
}

/** Returns the headers of a JSON response as a list of alternating names and values, which Node.js writes fastest. */
function plainHeadersOf(
  answer: HttpReply,
  traceId: string,
  limits: Limits | undefined,
  { mode, stopping }: ResponseOptions,
): string[] {
  const length = String(Buffer.byteLength(answer.body));
  const headers = [...commonHeaders[mode], 'content-length', length, 'x-trace-id', traceId];
  if (limits !== undefined) {
    headers.push('ratelimit-limit', String(limits.limit), 'ratelimit-remaining', String(limits.remaining));
    headers.push('ratelimit-reset', String(limits.resetSeconds));
  }
  if (stopping()) {
    headers.push('connection', 'close');
  }
  return headers;
}

/** Returns the headers of a signature if the request asks for one. For any other request it only reads one header. */
function signatureOf(
  answer: HttpReply,
  request: IncomingMessage,
  traceId: string,
  signer: Signer | undefined,
): Record<string, string> | undefined {
  const accepted = request.headers['accept-signature'];
  if (accepted === undefined || signer === undefined) {
    return undefined;
  }
  const content = request.method === 'HEAD' || answer.status === 204 || answer.status === 304 ? '' : answer.body;
  return signatureHeaders(signer, accepted, { status: answer.status, traceId, content }, Date.now());
}

function limitHeaders(limits: Limits): Record<string, string> {
  return {
    'ratelimit-limit': String(limits.limit),
    'ratelimit-remaining': String(limits.remaining),
    'ratelimit-reset': String(limits.resetSeconds),
  };
}

function faultHeaders(code: FaultCode, retryAfterSeconds: number): Record<string, string> {
  switch (code) {
    case 'RATE_LIMIT':
    case 'UNAVAILABLE':
      return { 'retry-after': String(Math.max(1, retryAfterSeconds)) };
    case 'INVALID_KEY':
      return { 'www-authenticate': 'Bearer realm="assay"' };
    case 'IDEMPOTENCY_IN_PROGRESS':
      return { 'retry-after': '1' };
    default:
      return {};
  }
}
