import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createOwnDirectory, sharedDirectory, type PostgresPrograms, type SystemUser } from './postgres-programs.ts';
import { endProcess, startTimeOf, workingDirectoryOf } from './process-table.ts';

/** Name of the superuser in every cluster that the stack creates. The database has the same name. */
export const role = 'assay';

const stopTimeoutMs = 10_000;

/**
 * Returns the directory of the cluster. It is inside the data directory if PostgreSQL's user can enter the data
 * directory. Otherwise it is in the shared directory, and its name is derived from the path of the data directory.
 */
export function chooseClusterDirectory(
  dataDir: string,
  user: SystemUser | undefined,
  log: (line: string) => void,
): string {
  const inside = join(dataDir, 'postgres');
  if (user === undefined) {
    return inside;
  }
  // The stack owns the data directory and may let other users pass through it. It must not change the folders above.
  chmodSync(dataDir, statSync(dataDir).mode | 0o001);
  const reach = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir], { ...user, cwd: '/' });
  if (reach.status === 0) {
    return inside;
  }
  const home = join(sharedDirectory, 'assay');
  createOwnDirectory(home);
  const outside = join(home, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  log(`PostgreSQL stores its data in ${outside}, because its user cannot enter ${dataDir}`);
  return outside;
}

/** Returns the path of the password file in a data directory. */
export function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

/**
 * Returns the password of a cluster. Creates it on the first call. A cluster in the shared directory without a password
 * belongs to a deleted data directory, so the function removes the cluster.
 */
export function loadOrCreatePassword(dataDir: string, cluster: string, log: (line: string) => void): string {
  const file = passwordFile(dataDir);
  if (existsSync(file)) {
    return readFileSync(file, 'utf8').trim();
  }
  if (isCluster(cluster)) {
    if (cluster.startsWith(dataDir)) {
      throw new Error(`${file} is missing and ${cluster} needs it. Restore the file, or remove ${cluster}`);
    }
    log(`${cluster} belongs to a removed data directory; creating it again`);
    rmSync(cluster, { recursive: true });
  }
  const password = randomBytes(24).toString('hex');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/**
 * Stops a server of the cluster that still runs although its supervisor has ended. Removes a lock file that no running
 * server owns.
 */
export async function endLeftoverServer(cluster: string, log: (line: string) => void): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid');
  if (!existsSync(lockFile)) {
    return;
  }
  const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
  const startTime = Number.isInteger(pid) && pid > 1 ? startTimeOf(pid) : undefined;
  if (startTime !== undefined && workingDirectoryOf(pid) === realpathSync(cluster)) {
    log(`stopping the PostgreSQL server of an earlier run (pid ${pid})`);
    await endProcess({ pid, startTime }, { signal: 'SIGINT', graceMs: stopTimeoutMs });
  }
  rmSync(lockFile, { force: true });
}

/**
 * Creates a cluster with initdb. initdb writes to a temporary name first. So a cluster with the final name is always
 * complete.
 */
export function createCluster(
  programs: PostgresPrograms,
  cluster: string,
  password: string,
  user: SystemUser | undefined,
): void {
  const partial = `${cluster}.partial`;
  rmSync(partial, { recursive: true, force: true });
  if (existsSync(cluster)) {
    // A cluster without a control file is incomplete, and no server has ever run on it.
    rmSync(cluster, { recursive: true });
  }
  mkdirSync(partial, { mode: 0o700 });
  const secret = join(partial, 'password');
  writeFileSync(secret, password, { mode: 0o600 });
  if (user !== undefined) {
    chownSync(partial, user.uid, user.gid);
    chownSync(secret, user.uid, user.gid);
  }
  const locale =
    programs.majorVersion >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C'];
  const complete = join(partial, 'cluster');
  const result = spawnSync(
    programs.initdb,
    [
      `--pgdata=${complete}`,
      `--username=${role}`,
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...locale,
    ],
    { ...user, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C' }, encoding: 'utf8' },
  );
  if (result.status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw new Error(`initdb failed:\n${result.error?.message ?? `${result.stdout}${result.stderr}`.trim()}`);
  }
  renameSync(complete, cluster);
  rmSync(partial, { recursive: true, force: true });
}

/** Returns whether a directory contains a complete cluster, which has a control file. */
export function isCluster(directory: string): boolean {
  return existsSync(join(directory, 'global', 'pg_control'));
}
