import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** Builds the single-page application, unless nothing that it is built from changed since the last build. */
const folder = import.meta.dirname;
const stamp = join(folder, 'dist-web', 'inputs.sha256');
const digest = digestOfInputs();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) {
  await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' });
  writeFileSync(stamp, digest);
}

/** Returns a digest of the sources and of the installed versions, which package-lock.json names. */
function digestOfInputs() {
  const hash = createHash('sha256');
  const files = ['web', 'src/api'].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...files.sort(), join(folder, 'vite.config.ts'), join(folder, '../../package-lock.json')]) {
    hash.update(file.slice(folder.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}
