import { UnsampledTrace } from '@assay/rpc/unsampled-trace';
import { isSpanContextValid, trace, type Span, type Tracer } from '@opentelemetry/api';
import { createTraceIds, newUnsampledTraceparent } from './trace-ids.ts';

/**
 * Creates a tracer that only generates ids, for a process that exports no traces. Its spans record nothing. A tracer of
 * OpenTelemetry's SDK would cost several times as much, and every request starts some spans.
 */
export function createIdTracer(): Tracer {
  const ids = createTraceIds();
  const startSpan: Tracer['startSpan'] = (_name, options, context) => {
    const parent = options?.root === true || context === undefined ? undefined : trace.getSpanContext(context);
    const isChild = parent !== undefined && isSpanContextValid(parent);
    return new UnsampledTrace(
      isChild ? `00-${parent.traceId}-${ids.generateSpanId()}-00` : newUnsampledTraceparent(),
      false,
    );
  };
  return {
    startSpan,
    // Libraries such as better-auth need this function, because they run their work in active spans. Our own functions
    // pass contexts as arguments.
    startActiveSpan: (name: string, ...rest: readonly unknown[]) => {
      const work = rest.at(-1) as (span: Span) => unknown;
      return work(startSpan(name, { root: true })) as never;
    },
  };
}
