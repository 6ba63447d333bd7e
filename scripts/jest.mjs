import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { supportedNode } from './runtime.mjs';

/**
 * Runs one jest project. Passes further arguments to jest, which reads arguments without a dash as patterns of test paths:
 *
 *     node scripts/jest.mjs unit services/watch/ -t 'the title of a test'
 */
const projects = ['unit', 'integration', 'e2e', 'e2e-long', 'faults', 'rehearsals', 'training'];
/**
 * Number of test files that run in parallel. Unit and integration tests share nothing and often wait, for a PostgreSQL
 * server or for the sandbox's next message. So they get one worker more than there are cores; jest's default would be
 * one less. Each fault test starts a whole system and waits for its recovery, so two run in parallel. The other
 * projects use one worker, because their tests share one system or measure it.
 */
const workers = { unit: availableParallelism() + 1, integration: availableParallelism() + 1, faults: 2 };
const [project = '', ...jestArguments] = process.argv.slice(2);

if (projects.includes(project)) {
  const node = supportedNode();
  // Puts this version first on the PATH, so that tests which start "node" or "npm" get it. The last folder is the one
  // into which "make test-programs" installs.
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
      // This option must come last, because it takes all arguments after it.
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
