import { ROOT_CONTEXT, trace, TraceFlags, type Context, type Span, type SpanContext } from '@opentelemetry/api';

/**
 * The trace of a call whose spans are not recorded. For speed, one object is both the OpenTelemetry context and the
 * span, and it creates a span context only when one is read. Most calls never read one, and creating the objects of
 * OpenTelemetry would cost more than the rest of a call.
 */
export class UnsampledTrace implements Context, Span {
  /** The trace as a W3C traceparent with the flags 00. */
  readonly traceparent: string;
  readonly #isRemote: boolean;

  /**
   * Creates the trace.
   * @param traceparent a valid W3C traceparent of version 00 with the flags 00.
   */
  constructor(traceparent: string, isRemote: boolean) {
    this.traceparent = traceparent;
    this.#isRemote = isRemote;
  }

  /** The 32 hex digits of the trace id. */
  get traceId(): string {
    return this.traceparent.slice(3, 35);
  }

  spanContext(): SpanContext {
    const ids = { traceId: this.traceId, spanId: this.traceparent.slice(36, 52), traceFlags: TraceFlags.NONE };
    return this.#isRemote ? { ...ids, isRemote: true } : ids;
  }

  getValue(key: symbol): unknown {
    return key === spanKey ? this : undefined;
  }

  setValue(key: symbol, value: unknown): Context {
    return trace.setSpan(ROOT_CONTEXT, this).setValue(key, value);
  }

  deleteValue(key: symbol): Context {
    return key === spanKey ? ROOT_CONTEXT : this;
  }

  isRecording(): boolean {
    return false;
  }

  setAttribute(): this {
    return this;
  }

  setAttributes(): this {
    return this;
  }

  addEvent(): this {
    return this;
  }

  addLink(): this {
    return this;
  }

  addLinks(): this {
    return this;
  }

  setStatus(): this {
    return this;
  }

  updateName(): this {
    return this;
  }

  end(): void {}

  recordException(): void {}
}

const spanKey = findSpanKey();

/** Returns the key under which OpenTelemetry stores the span in a context. The API does not export the key. */
function findSpanKey(): symbol | undefined {
  let spanKey: symbol | undefined;
  const observed: Context = {
    getValue: () => undefined,
    setValue: (key) => {
      spanKey = key;
      return ROOT_CONTEXT;
    },
    deleteValue: () => ROOT_CONTEXT,
  };
  trace.setSpanContext(observed, { traceId: '', spanId: '', traceFlags: TraceFlags.NONE });
  return spanKey;
}
