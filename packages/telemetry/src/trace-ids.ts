import { RandomIdGenerator, type IdGenerator } from '@opentelemetry/sdk-trace';
import { randomHex, timeOrderedId } from '@assay/identifiers/time-ordered-id';

/**
 * Makes the ids of traces and spans. A trace id begins with the milliseconds of its creation, so that decisions can be
 * partitioned by the day of their trace ids. Its last 10 bytes are random, more than the 7 that W3C Trace Context asks for.
 * Ratio samplers use these bytes too.
 */
export function createTraceIds(): IdGenerator {
  const random = new RandomIdGenerator();
  return { generateTraceId: () => timeOrderedId(), generateSpanId: () => random.generateSpanId() };
}

const spanIdBytes = 8;

/** Returns the W3C traceparent of a new trace that is not sampled. It has the same ids, made with less work. */
export function newUnsampledTraceparent(): string {
  return `00-${timeOrderedId()}-${randomHex(spanIdBytes)}-00`;
}
