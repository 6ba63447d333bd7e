import { ROOT_CONTEXT, trace, TraceFlags, type Context } from '@opentelemetry/api';
import type { MuxStream } from './mux-client.ts';
import { UnsampledTrace } from './unsampled-trace.ts';

/**
 * The context of a call: its trace and its deadline. Every function that works on the call gets it as an argument,
 * because async-local state can get lost in code that wraps functions.
 */
export type CallContext = {
  /** OpenTelemetry context with the current span. */
  readonly trace: Context;
  /**
   * The time when the caller stops waiting, in milliseconds on this process's monotonic clock (`performance.now()`). So a
   * change of the system's time neither shortens nor extends a call.
   */
  readonly deadlineAtMs: number;
  /**
   * Rank of this attempt among the attempts of one call, from 1. A client sends a call again only after the earlier
   * attempt failed. So the caller gets the response of the attempt with the highest rank.
   */
  readonly attempt?: number;
  /**
   * Set for calls that must go to the same replica; see openConversation. Absent for a call that any replica may get.
   */
  readonly conversation?: Conversation;
};

/** The replica that answers all calls of one conversation. The first call sets it. */
export type Conversation = { replica?: MuxStream };

/**
 * Returns a context whose streamed calls all go to the replica that answers the first one. When the stream to that
 * replica breaks, later calls fail with UNAVAILABLE. The client does not send them to another replica, because only the
 * first one knows the conversation.
 */
export function openConversation(context: CallContext): CallContext {
  return { ...context, conversation: {} };
}

/** Maximum number of attempts that one client makes of one call. A deadline of ten seconds allows fewer than 100. */
const maxAttempts = 100;

/**
 * Returns the rank of a client's nth attempt, counted from 1. A process may send the call while it serves an attempt of
 * its own caller. All ranks during a later attempt of that caller are then higher than those during an earlier one.
 */
export function attemptRank(context: CallContext, nth: number): number {
  return ((context.attempt ?? 1) - 1) * maxAttempts + Math.min(nth, maxAttempts);
}

/** Returns a context without a parent span, for work that starts in this process. */
export function rootContext(timeoutMs: number, nowMs: number = performance.now()): CallContext {
  return { trace: ROOT_CONTEXT, deadlineAtMs: nowMs + timeoutMs };
}

/**
 * Returns the context with a deadline at most `timeoutMs` from now. A deadline that is earlier than that stays
 * unchanged.
 */
export function withinTimeout(context: CallContext, timeoutMs: number, nowMs: number = performance.now()): CallContext {
  return copyOf(context, context.trace, Math.min(context.deadlineAtMs, nowMs + timeoutMs));
}

/** Returns the context with another trace. */
export function withTrace(context: CallContext, newTrace: Context): CallContext {
  return newTrace === context.trace ? context : copyOf(context, newTrace, context.deadlineAtMs);
}

/**
 * Copies field by field, because V8 is slow at overriding a field of a spread object and every call copies several contexts.
 */
function copyOf({ attempt, conversation }: CallContext, newTrace: Context, deadlineAtMs: number): CallContext {
  if (conversation !== undefined) {
    return { trace: newTrace, deadlineAtMs, conversation, ...(attempt === undefined ? {} : { attempt }) };
  }
  return attempt === undefined ? { trace: newTrace, deadlineAtMs } : { trace: newTrace, deadlineAtMs, attempt };
}

/** Returns the milliseconds left before the deadline; zero or less when it has passed. */
export function remainingMs(context: CallContext, nowMs: number = performance.now()): number {
  return context.deadlineAtMs - nowMs;
}

/** Returns the 32 hex digits of a context's trace id; empty when the context has no trace. */
export function traceIdOf(context: CallContext): string {
  const current = context.trace;
  return current instanceof UnsampledTrace ? current.traceId : (trace.getSpanContext(current)?.traceId ?? '');
}

/** Returns the context's span as a W3C traceparent; empty without a span. Format: W3C Trace Context, section 3.2. */
export function traceparentOf(context: CallContext): string {
  if (context.trace instanceof UnsampledTrace) {
    return context.trace.traceparent;
  }
  const span = trace.getSpanContext(context.trace);
  if (span === undefined) {
    return '';
  }
  return `00-${span.traceId}-${span.spanId}-${(span.traceFlags & TraceFlags.SAMPLED) === 0 ? '00' : '01'}`;
}

const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const zeroTraceId = '0'.repeat(32);
const zeroSpanId = '0'.repeat(16);

/** Parses a W3C traceparent of version 00. Returns undefined for anything else, and for an id of zeros only. */
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

const unsampledPattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-00$/;

/**
 * Returns a context whose parent is the remote span of a traceparent; the root context when the traceparent is malformed.
 */
export function traceFromTraceparent(traceparent: string): Context {
  if (unsampledPattern.test(traceparent)) {
    return new UnsampledTrace(traceparent, true);
  }
  const parsed = parseTraceparent(traceparent);
  return parsed === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true });
}
