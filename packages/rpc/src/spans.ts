import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Link,
  type Span,
} from '@opentelemetry/api';
import { UnsampledTrace } from './unsampled-trace.ts';

/**
 * Starts a span below a context. Returns the span, and a context in which the span is current. Below an unsampled span
 * nothing is recorded. So the function then starts no span, and returns the given context with its span.
 */
export function startSpan(
  name: string,
  parent: Context,
  options: {
    readonly kind?: SpanKind;
    readonly attributes?: Attributes;
    readonly links?: readonly Link[];
  } = {},
): { readonly span: Span; readonly trace: Context } {
  if (parent instanceof UnsampledTrace) {
    return { span: parent, trace: parent };
  }
  const parentSpan = trace.getSpan(parent);
  if (parentSpan !== undefined && !isSampled(parentSpan)) {
    return { span: parentSpan, trace: parent };
  }
  const span = trace.getTracer('assay').startSpan(
    name,
    {
      kind: options.kind ?? SpanKind.INTERNAL,
      ...(options.attributes === undefined ? {} : { attributes: options.attributes }),
      ...(options.links === undefined ? {} : { links: [...options.links] }),
    },
    parent,
  );
  const unsampled = unsampledOf(span, parent);
  return unsampled === undefined ? { span, trace: trace.setSpan(parent, span) } : { span: unsampled, trace: unsampled };
}

/**
 * Returns the unsampled trace of a span: the span itself if it is an UnsampledTrace, or a new one if an unsampled trace
 * begins with this span. Undefined for any other span.
 */
function unsampledOf(span: Span, parent: Context): UnsampledTrace | undefined {
  if (span instanceof UnsampledTrace) {
    return span;
  }
  const ids = span.spanContext();
  return parent === ROOT_CONTEXT && !span.isRecording() && !isSampled(span) && isSpanContextValid(ids)
    ? new UnsampledTrace(`00-${ids.traceId}-${ids.spanId}-00`, false)
    : undefined;
}

function isSampled(span: Span): boolean {
  return (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** Starts the client or server span of one gRPC call. `path` begins with a slash. */
export function startCallSpan(path: string, parent: Context, kind: SpanKind): ReturnType<typeof startSpan> {
  if (parent instanceof UnsampledTrace) {
    return { span: parent, trace: parent };
  }
  const method = path.slice(1);
  return startSpan(method, parent, { kind, attributes: { 'rpc.system.name': 'grpc', 'rpc.method': method } });
}

/**
 * Starts the span of a message on NATS.
 * @param name the operation and the subject, such as "publish" or "process" followed by the subject.
 */
export function startMessageSpan(name: string, parent: Context, kind: SpanKind): ReturnType<typeof startSpan> {
  const [operation = '', subject = ''] = name.split(' ');
  return startSpan(name, parent, {
    kind,
    attributes: {
      'messaging.system': 'nats',
      'messaging.operation.name': operation,
      'messaging.operation.type': kind === SpanKind.CONSUMER ? 'process' : 'send',
      ...(subject === '' ? {} : { 'messaging.destination.name': subject }),
    },
  });
}

/** Ends a span. A fault code marks it as failed. */
export function endSpan(span: Span, faultCode?: string): void {
  if (faultCode !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: faultCode });
    span.setAttribute('error.type', faultCode);
  }
  span.end();
}
