import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GetIndependenceResponse__Output } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import type { Reach } from './reach.ts';
import { callContext, withEngine } from './services.ts';

/** The engine's own program, which replays a trace through the code that runs online. */
const replayProgram = fileURLToPath(new URL('../../../services/engine/dist/independence/replay.js', import.meta.url));

/**
 * Replays a recorded trace and gives what it shows, one line of JSON, the same bytes for the same file. Rejects with the
 * program's own sentence when the file cannot be read or holds something else.
 */
export function replayTrace(file: string): Promise<string> {
  if (!existsSync(replayProgram)) {
    return Promise.reject(new Error('the engine is not built; run "npm run build" first'));
  }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [replayProgram, file], { stdio: ['ignore', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) {
        resolve(Buffer.concat(out).toString('utf8').trimEnd());
      } else {
        reject(new Error(Buffer.concat(err).toString('utf8').trim() || `the replay ended with code ${code}`));
      }
    });
  });
}

/** What the engine has measured about the independence of providers. @param type one type, or all when empty. */
export async function askIndependence(reach: Reach, type: string): Promise<GetIndependenceResponse__Output> {
  const found = await withEngine(reach, (engine) => engine.GetIndependence({ type }, callContext()));
  if (found.types.length === 0 && type !== '') {
    throw new Error(`nothing was measured about ${type}; without a type, all that are measured are shown`);
  }
  return found;
}
