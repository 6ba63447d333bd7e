import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from './migrations.ts';

/** The nice value of the build, so that it does not slow down the first answers. */
const buildPriority = 10;

/** Returns whether the gateway can serve the docs site. */
export function isDocsSiteBuilt(): boolean {
  return existsSync(join(repositoryRoot, 'services/gateway/dist-docs/site.json'));
}

/**
 * Builds the docs site while the system runs. Resolves with undefined when the gateway can serve the site, or when the
 * signal aborts. Otherwise resolves with the reason why the gateway cannot serve it. Never rejects.
 */
export function buildDocsSite(signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['services/gateway/site/build.mjs'], {
      cwd: repositoryRoot,
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
    });
    if (child.pid !== undefined) {
      setPriority(child.pid, buildPriority);
    }
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', (error) => resolve(signal.aborted ? undefined : error.message));
    child.on('close', (status) =>
      resolve(status === 0 || signal.aborted ? undefined : `${output.trim() || `the build ended with ${status}`}`),
    );
  });
}
