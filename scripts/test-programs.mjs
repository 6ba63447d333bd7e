import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Installs the programs that the tests start. "make test" calls this first, and "make test-all" with the argument
 * `all`, which adds the browser. It does not install PostgreSQL, which is an npm dependency. It prints a line for each
 * program that it installs, which says how to use another copy of the program instead.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.data/programs');
const searched = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  join(folder, 'usr/bin'),
];
/**
 * The programs. `variable` is the environment variable with which to name a program outside the PATH. `isForSlowTests` marks a
 * program that only "make test-all" needs.
 */
const allPrograms = [
  { commands: ['nats-server'], variable: 'ASSAY_NATS_SERVER_BIN', apt: 'nats-server', brew: ['nats-server'] },
  {
    commands: ['chromium', 'chromium-browser', 'google-chrome'],
    variable: 'ASSAY_CHROMIUM_BIN',
    apt: 'chromium',
    brew: ['--cask', 'chromium'],
    isForSlowTests: true,
  },
  { commands: ['curl'], apt: 'curl', brew: ['curl'] },
  { commands: ['python3'], apt: 'python3', brew: ['python3'] },
  // Installing Debian's package would start a server, so only the package's files are unpacked.
  { commands: ['promtool'], apt: 'prometheus', brew: ['prometheus'], isUnpacked: true },
];
const programs = allPrograms.filter(({ isForSlowTests }) => process.argv[2] === 'all' || !isForSlowTests);

for (const program of programs.filter(({ variable }) => variable !== undefined && process.env[variable])) {
  if (!isProgram(process.env[program.variable])) {
    const named = process.env[program.variable];
    fail(`${program.variable} is ${named}, which is not an executable. Set it to the path of ${program.commands[0]}`);
  }
}
for (const program of programs.filter(isMissing)) {
  install(program);
}
const missing = programs.filter(isMissing);
if (missing.length > 0) {
  const remedies = missing.map((each) => `  ${each.commands[0]}: apt-get install ${each.apt}, or ${wayToName(each)}`);
  fail(`The tests need programs that were not installed:\n${remedies.join('\n')}`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Returns the words, at the end of a sentence, that say how to make the tests use another copy of the program. */
function wayToName({ variable }) {
  return variable === undefined ? 'put it into PATH' : `set ${variable} to its path`;
}

function isMissing({ commands, variable }) {
  return (
    !(variable !== undefined && process.env[variable]) &&
    !searched.some((directory) => commands.some((command) => isProgram(join(directory, command))))
  );
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // The file is missing or not executable.
    return false;
  }
}

/**
 * Tries the install commands one after another until the program exists. Refreshes the package index only after a failure.
 */
function install(program) {
  for (const [command, ...args] of installCommands(program)) {
    const installing = [command, ...args].join(' ');
    process.stdout.write(`${program.commands[0]} is missing: ${installing} (to use another, ${wayToName(program)})\n`);
    spawnSync(command, args, {
      cwd: program.isUnpacked ? folder : root,
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (program.isUnpacked) {
      unpack(program);
    }
    if (!isMissing(program)) {
      return;
    }
  }
}

function installCommands({ apt, brew, isUnpacked }) {
  if (process.platform === 'darwin') {
    return [['brew', 'install', ...brew]];
  }
  if (!existsSync('/usr/bin/apt-get')) {
    return [];
  }
  const isRoot = process.getuid() === 0;
  const canUpdate = isRoot || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  const asRoot = (...args) => [...(isRoot ? [] : ['sudo', '-n']), 'apt-get', '-o', 'DPkg::Lock::Timeout=120', ...args];
  const take = isUnpacked ? ['apt-get', 'download', apt] : asRoot('install', '-y', '--no-install-recommends', apt);
  if (isUnpacked) {
    mkdirSync(folder, { recursive: true });
  }
  return canUpdate ? [take, asRoot('update'), take] : isUnpacked ? [take] : [];
}

/** Unpacks the downloaded package into the folder. */
function unpack({ apt }) {
  const file = readdirSync(folder).find((name) => name.startsWith(`${apt}_`) && name.endsWith('.deb'));
  if (file !== undefined) {
    spawnSync('dpkg-deb', ['--extract', resolve(folder, file), folder], { stdio: 'ignore' });
  }
}
