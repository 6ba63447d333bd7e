import { expect } from '@jest/globals';
import { until, type System } from './system.ts';

/** What the test's collector keeps of one span. */
export type Span = {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty where the span is the first of its trace. */
  readonly parentSpanId: string;
  /** Ids of the traces that the span is linked to. */
  readonly links: readonly string[];
};

/** What a trace must hold before a test may judge it. */
export type WholeTrace = {
  readonly names: readonly RegExp[];
  readonly services: readonly string[];
};

/**
 * The spans of a trace as soon as they hold what `enough` asks for. Fails with the spans seen so far after 20 s.
 * @param traceId thirty-two hexadecimal digits, without the prefix of a public trace id
 */
export async function spansOf(
  system: Pick<System, 'collectorUrl'>,
  traceId: string,
  enough: (spans: readonly Span[]) => boolean,
): Promise<readonly Span[]> {
  return until(
    async () => (await (await fetch(`${system.collectorUrl}/spans/${traceId}`)).json()) as readonly Span[],
    enough,
    20_000,
  );
}

/**
 * The spans of a trace that crosses processes, all of them: every service sends its spans in batches of its own, so a
 * caller's span may be here a second before the span that answered it, or before its own parent. Waits until each
 * name and service was seen and no span lacks its parent, then holds the services to be these and no others.
 */
export async function wholeTraceOf(
  system: Pick<System, 'collectorUrl'>,
  traceId: string,
  whole: WholeTrace,
): Promise<readonly Span[]> {
  const spans = await spansOf(
    system,
    traceId,
    (found) =>
      whole.names.every((name) => found.some((span) => name.test(span.name))) &&
      whole.services.every((service) => found.some((span) => span.service === service)) &&
      orphansAmong(found).length === 0,
  );
  expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(whole.services));
  return spans;
}

function orphansAmong(spans: readonly Span[]): readonly Span[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  return spans.filter(({ parentSpanId }) => parentSpanId !== '' && !ids.has(parentSpanId));
}
