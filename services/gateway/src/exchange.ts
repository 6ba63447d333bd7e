import { ROOT_CONTEXT, SpanKind, type Span } from '@opentelemetry/api';
import { Fault, toFault, type FaultCode } from '@assay/faults/faults';
import { parseTraceparent, traceIdOf, type CallContext } from '@assay/rpc/context';
import { endSpan, startSpan } from '@assay/rpc/spans';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Limits } from './admission.ts';
import { publicFaultOf } from './answer-bodies.ts';
import { discardBody } from './request-body.ts';
import type { ApiCall, HttpReply } from './route.ts';

/** The end of one request, for metrics and the log. */
export type RequestEnd = {
  /** Method and path template; `unmatched` for a path without a route. */
  readonly operation: string;
  /** Undefined when the caller disconnected before the response. */
  readonly status: number | undefined;
  readonly code: FaultCode | undefined;
  /** The fault that was thrown, if the response is an error. */
  readonly fault: Fault | undefined;
  readonly durationMs: number;
  readonly context: CallContext;
};

/** One request and its single response. */
export type Exchange = {
  readonly call: ApiCall;
  /** Stores the limits. Every later response carries them as headers. */
  readonly setLimits: (limits: Limits) => void;
  /**
   * Writes the response. If another one was written, or the caller disconnected, it reports the reply as undelivered.
   */
  readonly reply: (reply: HttpReply) => void;
  /** Writes a fault as the response. */
  readonly fail: (thrown: unknown, headers?: Readonly<Record<string, string>>) => void;
};

/** Settings that all requests share. */
export type ExchangeOptions = {
  readonly mode: 'live' | 'sandbox';
  /** Time from the arrival of a request to its response, in milliseconds. */
  readonly callTimeoutMs: number;
  /** Whether the service is stopping. Responses then close their connections. */
  readonly stopping: () => boolean;
  readonly onEnd: (end: RequestEnd) => void;
};

/** Time after the deadline in which the work can still fail by itself. Then the exchange writes the response. */
const graceMs = 200;

const securityHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * Opens the exchange of one request, with a trace and a deadline of its own. A caller's traceparent becomes a link, so
 * that two responses never share a trace. The deadline holds even if the work never ends.
 */
export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  operation: string,
  options: ExchangeOptions,
): Exchange {
  const startedAt = performance.now();
  const { span, trace } = startTrace(request, operation);
  const context: CallContext = { trace, deadlineAtMs: Date.now() + options.callTimeoutMs };
  const traceId = `tr_${traceIdOf(context)}`;
  let limits: Limits | undefined;
  let written: { readonly reply: HttpReply; readonly code?: FaultCode; readonly fault?: Fault } | undefined;
  let isFinished = false;
  let isClosed = false;

  const isOpen = (): boolean => written === undefined && !isClosed && response.socket?.destroyed !== true;
  const reply = (answer: HttpReply, code?: FaultCode, fault?: Fault): void => {
    if (!isOpen()) {
      answer.onDelivered?.(false);
      return;
    }
    written = { reply: answer, ...(code === undefined ? {} : { code }), ...(fault === undefined ? {} : { fault }) };
    clearTimeout(deadline);
    response.writeHead(answer.status, headersOf(answer, traceId, limits, options));
    response.end(answer.body);
    discardBody(request);
  };
  const fail = (thrown: unknown, headers: Readonly<Record<string, string>> = {}): void => {
    const fault = toFault(thrown);
    const { status, code, body } = publicFaultOf(fault, traceId);
    reply({ status, body, headers: { ...headers, ...faultHeaders(code, limits) } }, code, fault);
  };
  const deadline = setTimeout(() => fail(new Fault('DEADLINE_EXCEEDED')), options.callTimeoutMs + graceMs);
  response.on('finish', () => {
    isFinished = true;
    written?.reply.onDelivered?.(true);
  });
  response.on('close', () => {
    isClosed = true;
    clearTimeout(deadline);
    if (!isFinished) {
      written?.reply.onDelivered?.(false);
    }
    const status = isFinished ? written?.reply.status : undefined;
    endTrace(span, operation, status, written?.code);
    const durationMs = performance.now() - startedAt;
    options.onEnd({ operation, status, code: written?.code, fault: written?.fault, durationMs, context });
  });
  return {
    call: { traceId, context, isOpen },
    setLimits: (counted) => {
      limits = counted;
    },
    reply: (answer) => reply(answer),
    fail,
  };
}

function startTrace(request: IncomingMessage, operation: string): ReturnType<typeof startSpan> {
  const parent = parseTraceparent(String(request.headers.traceparent ?? ''));
  return startSpan(operation, ROOT_CONTEXT, {
    kind: SpanKind.SERVER,
    ...(parent === undefined ? {} : { links: [{ context: { ...parent, isRemote: true } }] }),
  });
}

function endTrace(span: Span, operation: string, status: number | undefined, code: FaultCode | undefined): void {
  if (span.isRecording()) {
    const [method = '', route = ''] = operation.split(' ');
    span.setAttributes({ 'http.request.method': method, 'http.route': route });
    if (status !== undefined) {
      span.setAttribute('http.response.status_code', status);
    }
  }
  // Only a failure of this service marks the span as failed. A mistake of the caller does not.
  endSpan(span, status !== undefined && status >= 500 ? code : undefined);
}

function headersOf(
  answer: HttpReply,
  traceId: string,
  limits: Limits | undefined,
  options: ExchangeOptions,
): Record<string, string | number> {
  // RFC 9110 section 8.6 forbids Content-Length on a 204.
  const bodyHeaders: Record<string, string | number> =
    answer.status === 204
      ? {}
      : {
          'content-type': answer.contentType ?? 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(answer.body),
        };
  return {
    ...bodyHeaders,
    'x-trace-id': traceId,
    ...securityHeaders,
    ...(options.mode === 'sandbox' ? { 'x-assay-mode': 'sandbox' } : {}),
    ...(limits === undefined ? {} : limitHeaders(limits)),
    ...(options.stopping() ? { connection: 'close' } : {}),
    ...answer.headers,
  };
}

function limitHeaders(limits: Limits): Record<string, string> {
  return {
    'ratelimit-limit': String(limits.limit),
    'ratelimit-remaining': String(limits.remaining),
    'ratelimit-reset': String(limits.resetSeconds),
  };
}

function faultHeaders(code: FaultCode, limits: Limits | undefined): Record<string, string> {
  switch (code) {
    case 'RATE_LIMIT':
      return { 'retry-after': String(Math.max(1, limits?.resetSeconds ?? 1)) };
    case 'INVALID_KEY':
      return { 'www-authenticate': 'Bearer realm="assay"' };
    case 'UNAVAILABLE':
      return { 'retry-after': '1' };
    default:
      return {};
  }
}
