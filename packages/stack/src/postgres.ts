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
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { freePort } from './ports.ts';
import { endProcess, startTimeOf, workingDirectoryOf } from './process-table.ts';
import {
  findPostgresPrograms,
  makeOwn,
  postgresUser,
  sharedDirectory,
  type PostgresPrograms,
  type SystemUser,
} from './postgres-programs.ts';
import { describeExit, startProcess, stopProcess, type RunningProcess } from './process.ts';

/** A PostgreSQL server of our own. */
export type PostgresServer = {
  /** Connection URL of the database `assay`, its generated password included. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly process: RunningProcess;
  /** Where its data are, which need not be the data directory. */
  readonly cluster: string;
  /** Stops the server and keeps its data. */
  readonly stop: () => Promise<void>;
  /** Stops the server and deletes its data, wherever they had to be put. */
  readonly remove: () => Promise<void>;
};

/** Where the data are and what to tell whoever waits. */
export type PostgresOptions = {
  /** Holds the cluster, its password and `logs/`. Made when missing. */
  readonly dataDir: string;
  /** A free one when absent. */
  readonly port?: number | undefined;
  /** Hears of everything that is done to this machine beyond the data directory. */
  readonly log: (line: string) => void;
  /** Hears of every server process at once, before it is known to be ready. */
  readonly spawned?: (process: RunningProcess) => void;
};

const role = 'assay';
const maxConnections = 200;
const readyTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;
const leftoverRetries = 20;

/**
 * Starts PostgreSQL on 127.0.0.1 over the cluster of a data directory, which is made at first. Everything that a
 * killed earlier run can leave is put right: a server still running on this cluster, a stale lock file, a cluster
 * whose making was interrupted. Writes are synced to disk. Throws with the server's last words when it will not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const user = postgresUser(options.log);
  const programs = findPostgresPrograms(user, options.log);
  const cluster = placeCluster(dataDir, user, options.log);
  const password = ownPassword(dataDir, cluster, options.log);
  await endLeftoverServer(cluster, options.log);
  if (!existsSync(join(cluster, 'global', 'pg_control'))) {
    makeCluster(programs, cluster, password, user);
  }
  const logFile = join(dataDir, 'logs', 'postgres.log');
  const { server, port } = await launch({
    programs,
    cluster,
    user,
    logFile,
    password,
    port: options.port,
    spawned: options.spawned ?? (() => undefined),
  });
  const stop = async (): Promise<void> => {
    await stopProcess(server, { signal: 'SIGINT', graceMs: stopTimeoutMs });
  };
  return {
    url: connectionUrl(password, port, role),
    port,
    pid: server.pid,
    process: server,
    cluster,
    stop,
    remove: async () => {
      await stop();
      rmSync(cluster, { recursive: true, force: true });
      rmSync(passwordFile(dataDir), { force: true });
    },
  };
}

function connectionUrl(password: string, port: number, database: string): string {
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * The cluster's directory: in the data directory where PostgreSQL's user can enter it, else in a shared place under a
 * name derived from the data directory's.
 */
function placeCluster(dataDir: string, user: SystemUser | undefined, log: (line: string) => void): string {
  const inside = join(dataDir, 'postgres');
  if (user === undefined) {
    return inside;
  }
  // The data directory itself is ours to open for passing through; what lies above it is not.
  chmodSync(dataDir, statSync(dataDir).mode | 0o001);
  const reach = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir], { ...user, cwd: '/' });
  if (reach.status === 0) {
    return inside;
  }
  const home = join(sharedDirectory, 'assay');
  makeOwn(home);
  const outside = join(home, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  log(`PostgreSQL's data are kept in ${outside}, since its user cannot enter ${dataDir}`);
  return outside;
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

/** The password kept beside the cluster. Where it is gone, a cluster outside belongs to a data directory that was deleted. */
function ownPassword(dataDir: string, cluster: string, log: (line: string) => void): string {
  const file = passwordFile(dataDir);
  if (existsSync(file)) {
    return readFileSync(file, 'utf8').trim();
  }
  if (existsSync(join(cluster, 'global', 'pg_control'))) {
    if (cluster.startsWith(dataDir)) {
      throw new Error(`${file} is gone and ${cluster} cannot be opened without it; restore it, or remove ${cluster}`);
    }
    log(`${cluster} belonged to a data directory that was removed; it is made anew`);
    rmSync(cluster, { recursive: true });
  }
  const password = randomBytes(24).toString('hex');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** A server that outlived its supervisor holds the cluster; a lock file whose process is another one's is removed. */
async function endLeftoverServer(cluster: string, log: (line: string) => void): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid');
  if (!existsSync(lockFile)) {
    return;
  }
  const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
  const startTime = Number.isInteger(pid) && pid > 1 ? startTimeOf(pid) : undefined;
  if (startTime !== undefined && workingDirectoryOf(pid) === realpathSync(cluster)) {
    log(`a PostgreSQL server left over from an earlier run (pid ${pid}) is stopped`);
    await endProcess({ pid, startTime }, { signal: 'SIGINT', graceMs: stopTimeoutMs });
  }
  rmSync(lockFile, { force: true });
}

/** initdb works under another name and the result is renamed, so that a cluster of the true name is always whole. */
function makeCluster(
  programs: PostgresPrograms,
  cluster: string,
  password: string,
  user: SystemUser | undefined,
): void {
  const partial = `${cluster}.partial`;
  rmSync(partial, { recursive: true, force: true });
  if (existsSync(cluster)) {
    // Without its control file no server ever ran on it, whatever made it.
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
  const made = join(partial, 'cluster');
  const result = spawnSync(
    programs.initdb,
    [
      `--pgdata=${made}`,
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
  renameSync(made, cluster);
  rmSync(partial, { recursive: true, force: true });
}

type Launch = {
  readonly programs: PostgresPrograms;
  readonly cluster: string;
  readonly user: SystemUser | undefined;
  readonly logFile: string;
  readonly password: string;
  readonly port: number | undefined;
  readonly spawned: (process: RunningProcess) => void;
};

/** Starts the server, again when a port was taken in between or when backends of a killed server are still leaving. */
async function launch(options: Launch): Promise<{ server: RunningProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const server = startServer(options, port);
    options.spawned(server);
    try {
      await untilReady(server, options.password, port);
      return { server, port };
    } catch (error) {
      await stopProcess(server, { signal: 'SIGQUIT', graceMs: stopTimeoutMs });
      const words = server.lastWords(12);
      const passing = /pre-existing shared memory block|Address already in use/.test(words);
      if (!passing || attempt >= leftoverRetries) {
        throw new Error(`PostgreSQL did not start: ${(error as Error).message}\n${words}`, { cause: error });
      }
      await new Promise((wait) => setTimeout(wait, 250));
    }
  }
}

function startServer(options: Launch, port: number): RunningProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: String(maxConnections),
    fsync: 'on',
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] %a ',
  };
  return startProcess({
    name: 'postgres',
    command: options.programs.postgres,
    args: ['-D', options.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    environment: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    logFile: options.logFile,
    directory: '/',
    user: options.user,
  });
}

/** Waits for a server that answers, and for the database in it. */
async function untilReady(server: RunningProcess, password: string, port: number): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs;
  for (;;) {
    const exit = server.exit();
    if (exit !== undefined) {
      throw new Error(`the server ${describeExit(exit)}`);
    }
    try {
      await makeDatabase(connectionUrl(password, port, 'postgres'));
      return;
    } catch (error) {
      // Refused connections and "starting up" are what a server that recovers answers; anything else will not pass.
      const { code } = error as { code?: string };
      const starting = code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === '57P03';
      if (!starting || Date.now() > deadline) {
        throw error;
      }
    }
    await Promise.race([server.exited, new Promise((wait) => setTimeout(wait, 25))]);
  }
}

async function makeDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [role]);
    if (found.rowCount === 0) {
      await client.query(`CREATE DATABASE ${role}`);
    }
  } finally {
    await client.end();
  }
}
