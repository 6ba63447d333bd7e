import { ROOT_CONTEXT, SpanKind, type Span } from '@opentelemetry/api';
import { Fault, type FaultCode } from '@assay/faults/faults';
import { parseTraceparent, traceIdOf, type CallContext } from '@assay/rpc/context';
import { endSpan, startSpan } from '@assay/rpc/spans';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createResponseWriter, type ResponseOptions, type ResponseWriter } from './response-writer.ts';
import type { ApiCall } from './route.ts';

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
export type Exchange = Pick<ResponseWriter, 'reply' | 'fail' | 'setLimits' | 'setRetryAfter'> & {
  readonly call: ApiCall;
};

/** Settings that all requests share. */
export type ExchangeOptions = ResponseOptions & {
  /** Time from the arrival of a request to its response, in milliseconds. */
  readonly callTimeoutMs: number;
  readonly onEnd: (end: RequestEnd) => void;
};

/** Time after the deadline in which the work can still fail by itself. Then the exchange writes the response. */
const graceMs = 200;

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
  const context: CallContext = { trace, deadlineAtMs: performance.now() + options.callTimeoutMs };
  const traceId = `tr_${traceIdOf(context)}`;
  const writer = createResponseWriter(request, response, traceId, options, () => clearTimeout(deadline));
  const { isOpen, fail } = writer;
  const deadline = setTimeout(() => fail(new Fault('DEADLINE_EXCEEDED')), options.callTimeoutMs + graceMs);
  let isFinished = false;
  response.on('finish', () => {
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
    const durationMs = performance.now() - startedAt;
    options.onEnd({ operation, status, code: written?.code, fault: written?.fault, durationMs, context });
  });
  return { ...writer, call: { traceId, context, isOpen } };
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
