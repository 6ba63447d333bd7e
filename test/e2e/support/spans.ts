import { expect } from '@jest/globals';
import { until, type System } from './system.ts';

/** The fields of a span that the collector of the tests stores. */
export type Span = {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Id of the parent span. Empty for the root span of a trace. */
  readonly parentSpanId: string;
  /** Ids of the traces to which the span has links. */
  readonly links: readonly string[];
};

/** The spans and services that a complete trace must contain. */
export type ExpectedTrace = {
  readonly names: readonly RegExp[];
  readonly services: readonly string[];
};

/**
 * Waits until the spans of a trace are complete, and returns them. After 20 s it rejects; the error lists the spans
 * that arrived.
 * @param traceId 32 hex digits, without the prefix of a public trace id.
 */
export async function spansOf(
  system: Pick<System, 'collectorUrl'>,
  traceId: string,
  isComplete: (spans: readonly Span[]) => boolean,
): Promise<readonly Span[]> {
  return until(
    async () => (await (await fetch(`${system.collectorUrl}/spans/${traceId}`)).json()) as readonly Span[],
    isComplete,
    20_000,
  );
}

/**
 * Returns all spans of a trace that crosses processes. Each service exports spans in batches of its own. So a span may
 * arrive a second before its parent. The function waits until every expected name and service is present and every
 * span's parent has arrived. Then it expects that no other service has a span.
 */
export async function completeTraceOf(
  system: Pick<System, 'collectorUrl'>,
  traceId: string,
  expected: ExpectedTrace,
): Promise<readonly Span[]> {
  const spans = await spansOf(
    system,
    traceId,
    (storedSpans) =>
      expected.names.every((name) => storedSpans.some((span) => name.test(span.name))) &&
      expected.services.every((service) => storedSpans.some((span) => span.service === service)) &&
      orphansAmong(storedSpans).length === 0,
  );
  expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(expected.services));
  return spans;
}

function orphansAmong(spans: readonly Span[]): readonly Span[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  return spans.filter(({ parentSpanId }) => parentSpanId !== '' && !ids.has(parentSpanId));
}
