import { ROOT_CONTEXT, trace, TraceFlags, type Context } from '@opentelemetry/api';

/**
 * What travels with every call besides its request: the trace it belongs to and the moment after which nobody
 * waits for it any more. It is passed by hand, never through async-local state, so that no wrapper can lose it.
 */
export type CallContext = {
  /** OpenTelemetry context holding the current span. */
  readonly trace: Context;
  /** Milliseconds since the Unix epoch, on this process's clock. */
  readonly deadlineAtMs: number;
};

/** A context with no parent span, for work that begins in this process. */
export function rootContext(timeoutMs: number, nowMs: number = Date.now()): CallContext {
  return { trace: ROOT_CONTEXT, deadlineAtMs: nowMs + timeoutMs };
}

/** Milliseconds left before the deadline; zero or less when it has passed. */
export function remainingMs(context: CallContext, nowMs: number = Date.now()): number {
  return context.deadlineAtMs - nowMs;
}

/** The 32 hex digits of the trace a context belongs to; empty when it belongs to none. */
export function traceIdOf(context: CallContext): string {
  return trace.getSpanContext(context.trace)?.traceId ?? '';
}

/** The context's span as a W3C traceparent; empty when there is none. Format: W3C Trace Context, section 3.2. */
export function traceparentOf(context: CallContext): string {
  const span = trace.getSpanContext(context.trace);
  if (span === undefined) {
    return '';
  }
  return `00-${span.traceId}-${span.spanId}-${(span.traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`;
}

const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const zeroTraceId = '0'.repeat(32);
const zeroSpanId = '0'.repeat(16);

/** Reads a W3C traceparent of version 00; undefined for anything else, an all-zero id included. */
export function parseTraceparent(value: string): { traceId: string; spanId: string; traceFlags: number } | undefined {
  const match = traceparentPattern.exec(value);
  if (match === null) {
    return undefined;
  }
  const [, traceId = '', spanId = '', flags = ''] = match;
  if (traceId === zeroTraceId || spanId === zeroSpanId) {
    return undefined;
  }
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED };
}

/** A trace context whose parent is the remote span named by a traceparent; the root context when it is malformed. */
export function traceFromTraceparent(traceparent: string): Context {
  const parsed = parseTraceparent(traceparent);
  return parsed === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true });
}
