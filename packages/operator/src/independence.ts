import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { replayTrace as replayLines } from '@assay/independence/replay-trace';
import type { GetIndependenceResponse__Output } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import type { Reach } from './reach.ts';
import { callContext, withEngine } from './services.ts';

/**
 * Replays a recorded trace through the code that measures online. Returns the result as one line of JSON, the same bytes
 * for the same file. Rejects when the file cannot be read or a line is no observation.
 */
export async function replayTrace(file: string): Promise<string> {
  return JSON.stringify(await replayLines(createInterface({ input: createReadStream(file), crlfDelay: Infinity })));
}

/** What the engine has measured about the independence of providers. @param type one type, or all when empty. */
export async function askIndependence(reach: Reach, type: string): Promise<GetIndependenceResponse__Output> {
  const found = await withEngine(reach, (engine) => engine.GetIndependence({ type }, callContext()));
  if (found.types.length === 0 && type !== '') {
    throw new Error(`nothing was measured about ${type}; without a type, all that are measured are shown`);
  }
  return found;
}
