import { RandomIdGenerator, type IdGenerator } from '@opentelemetry/sdk-trace-base';
import { timeOrderedId } from './time-ordered-id.ts';

/**
 * Makes the ids of traces and spans. A trace id begins with the milliseconds of its creation, so that decisions can be
 * partitioned by the day of their trace ids. Its last 10 bytes are random, more than the 7 that W3C Trace Context asks for.
 * Ratio samplers use these bytes too.
 */
export function createTraceIds(): IdGenerator {
  const { generateSpanId } = new RandomIdGenerator();
  return { generateTraceId: () => timeOrderedId(), generateSpanId };
}
