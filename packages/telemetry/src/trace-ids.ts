import { RandomIdGenerator, type IdGenerator } from '@opentelemetry/sdk-trace';
import { randomHex, timeOrderedId } from '@assay/identifiers/time-ordered-id';

/**
 * Creates a generator of trace and span ids. A trace id begins with the milliseconds of its creation, so that decisions can
 * be partitioned by day. Its last 10 bytes are random; W3C Trace Context requires only 7. Ratio samplers use these bytes.
 */
export function createTraceIds(): IdGenerator {
  const random = new RandomIdGenerator();
  return { generateTraceId: () => timeOrderedId(), generateSpanId: () => random.generateSpanId() };
}

const spanIdBytes = 8;

/**
 * Returns the W3C traceparent of a new unsampled trace. Its ids have the form of the generator's ids, but cost less to
 * generate.
 */
export function newUnsampledTraceparent(): string {
  return `00-${timeOrderedId()}-${randomHex(spanIdBytes)}-00`;
}
