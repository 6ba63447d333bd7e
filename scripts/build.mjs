import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Compiles the services and builds the dashboard and the docs site. Each step skips what has not changed. The steps that
 * do not need each other run at the same time.
 *
 * With --docs=if-built it leaves out the rendered pages of a docs site that was never built: "make up" renders them after
 * the system can answer, because nothing else needs them.
 */
const root = join(import.meta.dirname, '..');
const hasDocs = existsSync(join(root, 'services/gateway/dist-docs/site.json'));
const buildsDocs = hasDocs || !process.argv.includes('--docs=if-built');
const tsc = join(root, 'node_modules/.bin/tsc');

const web = run('services/dashboard/build-web.mjs');
// The docs site contains these two packages, and the compiler must not write them while they are packed.
await Promise.all([run('scripts/proto-types.mjs'), run(tsc, '-b', 'packages/client', 'packages/mcp')]);
await Promise.all([
  web,
  run(tsc, '-b', 'tsconfig.build.json'),
  run('services/gateway/site/build.mjs', ...(buildsDocs ? [] : ['--first'])),
]);

/** Runs a program of Node.js. Ends this program when the other one fails, after it wrote its messages. */
function run(...command) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit' });
    child.on('close', (status) => (status === 0 ? resolve() : process.exit(status ?? 1)));
  });
}
