import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

/** Builds the single-page application, unless its sources and packages are the same as in the last build. */
const folder = import.meta.dirname;
const stamp = join(folder, 'dist-web', 'inputs.sha256');
const digest = digestOfInputs();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) {
  await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' });
  compressAssets();
  writeFileSync(stamp, digest);
}

/**
 * Writes compressed copies of each script and style into the same folder. The server sends the copy that the browser
 * accepts.
 */
function compressAssets() {
  const assets = join(folder, 'dist-web', 'assets');
  for (const name of readdirSync(assets).filter((each) => /\.(js|css)$/.test(each))) {
    const content = readFileSync(join(assets, name));
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content));
    writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}

/** Returns a digest of the sources, and of the versions of the dependencies in package-lock.json. */
function digestOfInputs() {
  const hash = createHash('sha256');
  const files = ['web', 'src/api'].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const vocabulary = ['define.ts', 'difference-text.ts', 'outcomes.ts'].map(
    (name) => `../../packages/catalog/src/${name}`,
  );
  const design = ['tokens.css', 'fonts.css', 'mark.svg'].map((name) => `../../packages/design/${name}`);
  const builders = [...vocabulary, ...design, 'vite.config.ts', 'build-web.mjs', '../../package-lock.json'].map(
    (name) => join(folder, name),
  );
  for (const file of [...files.sort(), ...builders]) {
    hash.update(file.slice(folder.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}
