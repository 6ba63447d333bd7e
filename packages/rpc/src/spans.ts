import {
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Link,
  type Span,
} from '@opentelemetry/api';

/** Starts a span below a context. Returns the span, and the context in which it is current. */
export function startSpan(
  name: string,
  parent: Context,
  options: {
    readonly kind?: SpanKind;
    readonly attributes?: Attributes;
    readonly links?: readonly Link[];
  } = {},
): { readonly span: Span; readonly trace: Context } {
  const span = trace.getTracer('assay').startSpan(
    name,
    {
      kind: options.kind ?? SpanKind.INTERNAL,
      ...(options.attributes === undefined ? {} : { attributes: options.attributes }),
      ...(options.links === undefined ? {} : { links: [...options.links] }),
    },
    parent,
  );
  return { span, trace: trace.setSpan(parent, span) };
}

/** Ends a span. A fault code marks it as failed. */
export function endSpan(span: Span, faultCode?: string): void {
  if (faultCode !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: faultCode });
  }
  span.end();
}
