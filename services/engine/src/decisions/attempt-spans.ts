import { SpanKind, trace, TraceFlags, type Context } from '@opentelemetry/api';
import { endSpan, startMessageSpan } from '@assay/rpc/spans';
import type { Attempt } from '../verification/answer.ts';

/**
 * Records a span of each attempt in the trace of the call, with the attempt's actual times. If several calls shared a
 * request, the trace of each of these calls gets one span for it. A trace that is not sampled gets no span.
 */
export function recordAttemptSpans(attempts: readonly Attempt[], nowMs: number, context: Context): void {
  if (!isSampled(context)) {
    return;
  }
  for (const attempt of attempts) {
    if (attempt.costMicros === 0n && attempt.receivedAtMs === 0) {
      continue;
    }
    const span = trace.getTracer('assay').startSpan(
      attempt.span,
      {
        kind: SpanKind.CLIENT,
        startTime: attempt.askedAtMs,
        attributes: {
          'assay.provider': attempt.provider,
          'assay.outcome': attempt.outcome,
          'assay.role': attempt.role,
          'assay.coalesced': attempt.coalesced,
          'assay.path': attempt.update === undefined ? 'request' : `stream ${attempt.update.path}`,
          'http.response.status_code': attempt.httpStatus,
        },
      },
      context,
    );
    span.end(attempt.receivedAtMs === 0 ? nowMs : attempt.receivedAtMs);
  }
}

/** Returns whether the spans of a trace are exported. */
function isSampled(context: Context): boolean {
  return ((trace.getSpanContext(context)?.traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0;
}

/**
 * Starts one span with the same name in each of the given traces. Returns the contexts of these spans, and a function
 * that ends all of them.
 */
export function startSpans(
  name: string,
  parents: readonly Context[],
  kind: SpanKind,
): { readonly traces: Context[]; readonly end: (failed: boolean) => void } {
  const started = parents.map((parent) => startMessageSpan(name, parent, kind));
  return {
    traces: started.map(({ trace: context }) => context),
    end: (failed) => {
      for (const { span } of started) {
        endSpan(span, failed ? 'UNAVAILABLE' : undefined);
      }
    },
  };
}
