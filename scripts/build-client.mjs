import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Builds the published form of packages/client: ES modules in dist, CommonJS in dist/cjs. "npm pack" runs it. */
const root = fileURLToPath(new URL('..', import.meta.url));
for (const project of ['packages/client', 'packages/client/tsconfig.cjs.json']) {
  const { status } = spawnSync('npm', ['exec', '--no', '--', 'tsc', '-b', project], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    throw new Error(`could not compile ${project}`);
  }
}
writeFileSync(
  new URL('../packages/client/dist/cjs/package.json', import.meta.url),
  '{ "type": "commonjs", "sideEffects": false }\n',
);
