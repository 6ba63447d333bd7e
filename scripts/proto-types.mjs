import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/**
 * Writes the types of protos/ to packages/rpc/src/gen, which git ignores. `npm run build`, `npm run types` and the other
 * commands that read types run it first. It takes 0.1 s when the types are current, and a second otherwise.
 */
const root = join(import.meta.dirname, '..');
const protos = join(root, 'protos');
const target = join(root, 'packages/rpc/src/gen');
const stampFile = join(target, '.stamp');
/** These options must be equal to those in packages/rpc/src/proto-options.ts. */
const options = [
  '--keepCase',
  '--longs=String',
  '--enums=String',
  '--defaults',
  '--oneofs',
  '--includeComments',
  '--grpcLib=@grpc/grpc-js',
  '--importFileExtension=.ts',
];
const generator = createRequire(import.meta.url).resolve('@grpc/proto-loader/build/bin/proto-loader-gen-types.js');

if (readStamp() !== stamp()) {
  generate();
}

/** Returns a digest of everything that the generated types depend on, and of the generated types themselves. */
function stamp() {
  const hash = createHash('sha256');
  for (const file of [import.meta.filename, generator, ...filesUnder(protos, '.proto'), ...filesUnder(target, '.ts')]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Generates into a temporary folder, then moves each file to its place. So several commands can generate at once, and a
 * compiler that reads meanwhile finds every file complete.
 */
function generate() {
  mkdirSync(target, { recursive: true });
  const fresh = mkdtempSync(join(root, 'packages/rpc/.gen-'));
  try {
    const names = filesUnder(protos, '.proto').map((file) => relative(protos, file));
    const args = [generator, ...options, '--includeDirs=protos', `--outDir=${fresh}`, ...names];
    // The generator writes its input paths into the files, so run it with relative paths that do not contain this machine's
    // folders.
    execFileSync(process.execPath, args, { cwd: root });
    // Skip the top-level files of grouped packages: only grpc.loadPackageDefinition needs them, and this project does not
    // call it.
    const made = filesUnder(fresh, '.ts')
      .map((file) => relative(fresh, file))
      .filter((name) => dirname(name) !== '.');
    for (const file of filesUnder(target, '.ts').filter((each) => !made.includes(relative(target, each)))) {
      rmSync(file, { force: true });
    }
    for (const name of made) {
      mkdirSync(dirname(join(target, name)), { recursive: true });
      renameSync(join(fresh, name), join(target, name));
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  writeFileSync(stampFile, stamp());
}

function filesUnder(folder, extension) {
  let entries;
  try {
    entries = readdirSync(folder, { recursive: true });
  } catch {
    return [];
  }
  return entries
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name))
    .toSorted();
}
