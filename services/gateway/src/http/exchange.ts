import { ROOT_CONTEXT, SpanKind, type Context, type Span } from '@opentelemetry/api';
import { Fault, type FaultCode } from '@assay/faults/faults';
import { parseTraceparent, type CallContext } from '@assay/rpc/context';
import { endSpan, startSpan } from '@assay/rpc/spans';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createResponseWriter, type ResponseOptions, type ResponseWriter } from './response-writer.ts';
import type { ApiCall, KnownCaller } from '../admission/api-call.ts';

/** The end of one request, for metrics and the log. */
export type RequestEnd = {
  /** Method and path template. `unmatched` for a path without a route. */
  readonly operation: string;
  /** Undefined when the caller disconnected before the response. */
  readonly status: number | undefined;
  readonly code: FaultCode | undefined;
  /** The fault that was thrown, if the response is an error. */
  readonly fault: Fault | undefined;
  readonly durationMs: number;
  readonly context: CallContext;
};

/** A request of a known key that got an error as its response. */
export type FailedExchange = {
  readonly caller: KnownCaller;
  readonly request: IncomingMessage;
  readonly traceId: string;
  readonly status: number;
  readonly code: FaultCode;
  readonly fault: Fault;
  readonly durationMs: number;
  /** Returns the body. Returns undefined for a body that the gateway did not read. */
  readonly body: () => Buffer | undefined | Promise<Buffer | undefined>;
};

/** One request and its single response. */
export type Exchange = Pick<ResponseWriter, 'reply' | 'fail' | 'setLimits' | 'setRetryAfter'> & {
  readonly call: ApiCall;
  /** Stores the caller. An error response is then reported with it. */
  readonly setCaller: (caller: KnownCaller) => void;
  /** Stores the body for the report of an error response. */
  readonly setBody: (body: Buffer | Promise<Buffer | undefined>) => void;
};

/** Settings that all requests share. */
export type ExchangeOptions = ResponseOptions & {
  /** Time from the arrival of a request to its response, in milliseconds. */
  readonly callTimeoutMs: number;
  /**
   * Time in milliseconds in which the network must accept a charged answer. After that the exchange closes the
   * connection, and the answer is free. The time is far shorter than the time after which billing reverses an
   * unconfirmed charge. No caller therefore receives an answer after its charge was reversed.
   */
  readonly deliverWithinMs?: number;
  readonly onEnd: (end: RequestEnd) => void;
  /** Called after each error response to a known key. It must not throw. */
  readonly onFailed?: (failed: FailedExchange) => void;
};

/** After the deadline, the work has this many milliseconds to fail by itself. Then the exchange writes the response. */
const graceMs = 200;
const defaultDeliverWithinMs = 5_000;

/** A request that arrived, and the trace that was started for it. */
export type Arrival = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Method and path template. `unmatched` for a path without a route. */
  readonly operation: string;
  /** Milliseconds on the monotonic clock. */
  readonly atMs: number;
  readonly span: Span;
  /** The context that contains the span. */
  readonly trace: Context;
  /** `tr_` and the 32 hex digits of the trace. */
  readonly traceId: string;
};

/**
 * Starts a new trace for a request. A caller's traceparent becomes a link, so that two responses never share a trace.
 */
export function startArrival(request: IncomingMessage, response: ServerResponse, operation: string): Arrival {
  const atMs = performance.now();
  const { traceparent } = request.headers;
  const parent = traceparent === undefined ? undefined : parseTraceparent(String(traceparent));
  const { span, trace } = startSpan(operation, ROOT_CONTEXT, {
    kind: SpanKind.SERVER,
    ...(parent === undefined ? {} : { links: [{ context: { ...parent, isRemote: true } }] }),
  });
  return { request, response, operation, atMs, span, trace, traceId: `tr_${span.spanContext().traceId}` };
}

/**
 * Opens the exchange of a request with a deadline. A response is written at the deadline even if the work never ends.
 */
export function openExchange(arrival: Arrival, options: ExchangeOptions): Exchange {
  const { request, response, operation, atMs, span, trace, traceId } = arrival;
  const context: CallContext = { trace, deadlineAtMs: atMs + options.callTimeoutMs };
  const writer = createResponseWriter(request, response, traceId, options, () => {
    clearTimeout(deadline);
    if (writer.written()?.reply.onDelivered !== undefined) {
      deadline = setTimeout(() => response.destroy(), options.deliverWithinMs ?? defaultDeliverWithinMs);
    }
  });
  const { isOpen, fail } = writer;
  let deadline = setTimeout(() => fail(new Fault('DEADLINE_EXCEEDED')), options.callTimeoutMs + graceMs);
  let isFinished = false;
  let caller: KnownCaller | undefined;
  let body: Buffer | Promise<Buffer | undefined> | undefined;
  response.on('finish', () => {
    clearTimeout(deadline);
    // Node.js also emits 'finish' for a destroyed connection, although the last bytes were never sent.
    if (request.socket.destroyed) {
      return;
    }
    isFinished = true;
    writer.written()?.reply.onDelivered?.(true);
  });
  response.on('close', () => {
    clearTimeout(deadline);
    const written = writer.written();
    if (!isFinished) {
      written?.reply.onDelivered?.(false);
    }
    const status = isFinished ? written?.reply.status : undefined;
    endTrace(span, operation, status, written?.code);
    const durationMs = performance.now() - atMs;
    options.onEnd({ operation, status, code: written?.code, fault: written?.fault, durationMs, context });
    if (caller !== undefined && written?.fault !== undefined && written.code !== undefined) {
      const { reply, code, fault } = written;
      options.onFailed?.({ caller, request, traceId, status: reply.status, code, fault, durationMs, body: () => body });
    }
  });
  // Written without a spread, because V8 copies the functions of a spread object slowly, and every request makes an
  // exchange.
  const { reply, setLimits, setRetryAfter } = writer;
  const setCaller = (known: KnownCaller): void => {
    caller = known;
  };
  const setBody = (read: Buffer | Promise<Buffer | undefined>): void => {
    body = read;
  };
  return { reply, fail, setLimits, setRetryAfter, setCaller, setBody, call: { traceId, context, isOpen } };
}

function endTrace(span: Span, operation: string, status: number | undefined, code: FaultCode | undefined): void {
  if (span.isRecording()) {
    const [method = '', route = ''] = operation.split(' ');
    span.setAttributes({ 'http.request.method': method, 'http.route': route });
    if (status !== undefined) {
      span.setAttribute('http.response.status_code', status);
    }
  }
  // Only a failure of this service marks the span as failed. An error of the caller does not.
  endSpan(span, status !== undefined && status >= 500 ? code : undefined);
}
