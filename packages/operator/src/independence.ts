import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { replayTrace as replayLines } from '@assay/independence/traces/replay-trace';
import type { GetIndependenceResponse__Output } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import type { OperatorEndpoints } from './endpoints.ts';
import { callContext, withEngine } from './services.ts';

/**
 * Measures independence from a trace, a file with recorded observations, with the same code as the live measurement.
 * Returns the result as one line of JSON, which depends only on the file. Rejects when the file is unreadable or a line
 * is no observation.
 */
export async function replayTrace(file: string): Promise<string> {
  return JSON.stringify(await replayLines(createInterface({ input: createReadStream(file), crlfDelay: Infinity })));
}

/**
 * Returns the engine's verdicts about the independence of providers. Rejects when `type` is not measured.
 * @param type a data type; empty for all.
 */
export async function fetchIndependence(
  endpoints: OperatorEndpoints,
  type: string,
): Promise<GetIndependenceResponse__Output> {
  const independence = await withEngine(endpoints, (engine) => engine.GetIndependence({ type }, callContext()));
  if (independence.types.length === 0 && type !== '') {
    throw new Error(`${type} is not measured. Leave the type out to show every measured type`);
  }
  return independence;
}
