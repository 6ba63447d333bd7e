import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { pause } from '@assay/runtime/clock';
import { poll } from './poll.ts';
import { freePort } from './ports.ts';
import {
  chooseClusterDirectory,
  createCluster,
  endLeftoverServer,
  isCluster,
  loadOrCreatePassword,
  passwordFile,
  role,
} from './postgres-cluster.ts';
import { findPostgresPrograms, postgresUser, type PostgresPrograms, type SystemUser } from './postgres-programs.ts';
import { describeExit, startProcess, stopProcess, type RunningProcess } from './process.ts';

/** A running PostgreSQL server that this process started. */
export type PostgresServer = {
  /** Connection URL of the database `assay`, including its generated password. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly process: RunningProcess;
  /** The cluster's directory, which may be outside the data directory. */
  readonly cluster: string;
  /** Stops the server and keeps its data on disk. */
  readonly stop: () => Promise<void>;
  /** Stops the server and deletes its data. */
  readonly remove: () => Promise<void>;
};

/** The settings and callbacks of startPostgres. */
export type PostgresOptions = {
  /** Folder that contains the cluster, its password and `logs/`. Created when missing. */
  readonly dataDir: string;
  /** Port to listen on; a free one when absent. */
  readonly port?: number | undefined;
  /** The PostgreSQL programs to use. When absent, those that findPostgresPrograms returns. */
  readonly programs?: PostgresPrograms;
  /** Receives a line for every change to this machine outside the data directory, such as an installation. */
  readonly log: (line: string) => void;
  /** Called with every server process as soon as it is created, before it is ready. */
  readonly onSpawn?: (process: RunningProcess) => void;
};

const maxConnections = 200;
const readyTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;
const leftoverRetries = 20;
const leftoverPauseMs = 250;

/**
 * Starts PostgreSQL on 127.0.0.1 with the cluster of a data directory, which it creates on the first start. When an
 * earlier run was killed, it ends the server that still runs, and removes a stale lock file and an incomplete cluster.
 * The server syncs writes to disk. When the server does not start, throws an error with the server's last log lines.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const user = postgresUser(options.log);
  const programs = options.programs ?? findPostgresPrograms(user, options.log);
  const cluster = chooseClusterDirectory(dataDir, user, options.log);
  const password = loadOrCreatePassword(dataDir, cluster, options.log);
  await endLeftoverServer(cluster, options.log);
  if (!isCluster(cluster)) {
    createCluster(programs, cluster, password, user);
  }
  const logFile = join(dataDir, 'logs', 'postgres.log');
  const { server, port } = await launch({
    programs,
    cluster,
    user,
    logFile,
    password,
    port: options.port,
    onSpawn: options.onSpawn ?? (() => undefined),
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

type Launch = {
  readonly programs: PostgresPrograms;
  readonly cluster: string;
  readonly user: SystemUser | undefined;
  readonly logFile: string;
  readonly password: string;
  readonly port: number | undefined;
  readonly onSpawn: (process: RunningProcess) => void;
};

/**
 * Starts the server. Tries again when another program has taken the port, or when processes of a killed server have not
 * ended yet.
 */
async function launch(options: Launch): Promise<{ server: RunningProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const server = startServer(options, port);
    options.onSpawn(server);
    try {
      await untilReady(server, options.password, port);
      return { server, port };
    } catch (error) {
      await stopProcess(server, { signal: 'SIGQUIT', graceMs: stopTimeoutMs });
      const words = server.outputTail(12);
      const transient = /pre-existing shared memory block|Address already in use/.test(words);
      if (!transient || attempt >= leftoverRetries) {
        throw new Error(`PostgreSQL did not start: ${(error as Error).message}\n${words}`, { cause: error });
      }
      await pause(leftoverPauseMs);
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

/** Waits until the server accepts connections, and creates the database if it is missing. */
async function untilReady(server: RunningProcess, password: string, port: number): Promise<void> {
  let lastError: unknown;
  const attempt = async (): Promise<true | undefined> => {
    const exit = server.exit();
    if (exit !== undefined) {
      throw new Error(`the server ${describeExit(exit)}`);
    }
    try {
      await createDatabase(connectionUrl(password, port, 'postgres'));
      return true;
    } catch (error) {
      // A server that is starting or recovering refuses connections, or answers 57P03 (cannot_connect_now).
      const { code } = error as { code?: string };
      if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === '57P03') {
        lastError = error;
        return undefined;
      }
      throw error;
    }
  };
  await poll(attempt, {
    timeoutMs: readyTimeoutMs,
    everyMs: 25,
    onTimeout: () => {
      throw lastError;
    },
  });
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const databases = await client.query('SELECT FROM pg_database WHERE datname = $1', [role]);
    if (databases.rowCount === 0) {
      await client.query(`CREATE DATABASE ${role}`);
    }
  } finally {
    await client.end();
  }
}
