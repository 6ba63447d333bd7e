import { SpanKind, trace, TraceFlags, type Context } from '@opentelemetry/api';
import { endSpan, startSpan } from '@assay/rpc/spans';
import type { ReferenceReading } from '../references/reference.ts';
import type { Attempt } from '../verification/consult.ts';

/**
 * Shows each request of a call in the caller's own trace, at its true times. A request that several calls shared shows
 * in each of their traces. Nothing is made for a trace that is not kept.
 */
export function recordAttemptSpans(attempts: readonly Attempt[], nowMs: number, context: Context): void {
  if (!isKept(context)) {
    return;
  }
  for (const attempt of attempts) {
    if (attempt.costMicros === 0n && attempt.observation === undefined) {
      continue;
    }
    const span = trace.getTracer('assay').startSpan(
      `ask ${attempt.step.source.provider.id}`,
      {
        kind: SpanKind.CLIENT,
        startTime: attempt.askedAtMs,
        attributes: {
          'assay.provider': attempt.step.source.name,
          'assay.outcome': attempt.outcome,
          'assay.role': attempt.role,
          'assay.coalesced': attempt.coalesced,
          'http.response.status_code': attempt.observation?.httpStatus ?? 0,
        },
      },
      context,
    );
    span.end(attempt.receivedAtMs === 0 ? nowMs : attempt.receivedAtMs);
  }
}

/** Shows the reading of a reference in the caller's own trace, at its true times. */
export function recordReferenceSpan(reading: ReferenceReading, nowMs: number, context: Context): void {
  if (isKept(context)) {
    trace
      .getTracer('assay')
      .startSpan(
        `read ${reading.name}`,
        {
          kind: SpanKind.CLIENT,
          startTime: reading.askedAtMs,
          attributes: {
            'assay.outcome': reading.outcome,
            'assay.role': 'reference',
            'http.response.status_code': reading.httpStatus,
          },
        },
        context,
      )
      .end(reading.receivedAtMs === 0 ? nowMs : reading.receivedAtMs);
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
