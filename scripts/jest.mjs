import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { supportedNode } from './runtime.mjs';

/**
 * Runs one jest project. Passes further arguments to jest, which reads a plain one as a pattern of test paths:
 *
 *     node scripts/jest.mjs unit services/watch/ -t 'the title of a test'
 */
const projects = ['unit', 'integration', 'e2e', 'faults', 'rehearsals', 'training'];
/**
 * How many files run at once. Unit and integration tests share nothing, and many wait: for a PostgreSQL of their own, or
 * for the sandbox's next message. So two cores serve three workers, where jest would take one. Tests of faults start a
 * whole system each and wait for it to recover; two fit. The others share one system, or measure it.
 */
const workers = { unit: availableParallelism() + 1, integration: availableParallelism() + 1, faults: 2 };
const [project = '', ...jestArguments] = process.argv.slice(2);

if (projects.includes(project)) {
  const node = supportedNode();
  // Tests that start "node" or "npm" get the same version. "make test-programs" installs into the folder that comes last.
  const path = [dirname(node), process.env.PATH, fileURLToPath(new URL('../.data/programs/usr/bin', import.meta.url))];
  const { status } = spawnSync(
    node,
    [
      // jest needs this flag to load ES modules.
      '--experimental-vm-modules',
      '--no-warnings=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      ...jestArguments,
      project in workers ? `--maxWorkers=${workers[project]}` : '--runInBand',
      // This option takes all plain arguments after it, so it comes last.
      '--selectProjects',
      project,
    ],
    { stdio: 'inherit', env: { ...process.env, PATH: path.join(delimiter) } },
  );
  process.exitCode = status ?? 1;
} else {
  process.stderr.write(`usage: node scripts/jest.mjs ${projects.join('|')} [PATH] [OPTIONS OF JEST]\n`);
  process.exitCode = 2;
}
