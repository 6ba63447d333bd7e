import { SpanKind, trace, TraceFlags, type Context } from '@opentelemetry/api';
import { endSpan, startSpan } from '@assay/rpc/spans';
import type { AttemptReport } from '../verification/report.ts';

/**
 * Shows each attempt of a call in the caller's own trace, at its true times. A request that several calls shared shows
 * in each of their traces. Nothing is made for a trace that is not kept.
 */
export function recordAttemptSpans(attempts: readonly AttemptReport[], nowMs: number, context: Context): void {
  if (!isKept(context)) {
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
          'http.response.status_code': attempt.httpStatus,
        },
      },
      context,
    );
    span.end(attempt.receivedAtMs === 0 ? nowMs : attempt.receivedAtMs);
  }
}

/** Whether a trace's spans are exported at all. */
function isKept(context: Context): boolean {
  return ((trace.getSpanContext(context)?.traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0;
}

/** Starts one span in each trace; gives the contexts below them and the way to end them all. */
export function startSpans(
  name: string,
  parents: readonly Context[],
  kind: SpanKind,
): { readonly traces: Context[]; readonly end: (failed: boolean) => void } {
  const started = parents.map((parent) => startSpan(name, parent, { kind }));
  return {
    traces: started.map(({ trace: context }) => context),
    end: (failed) => {
      for (const { span } of started) {
        endSpan(span, failed ? 'UNAVAILABLE' : undefined);
      }
    },
  };
}
