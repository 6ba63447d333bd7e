import { hostAndPort } from '@assay/runtime/bind-host';
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { poll } from './poll.ts';
import { freePort } from './ports.ts';
import { describeExit, startProcess, stopProcess, type RunningProcess } from './process.ts';

/** A running nats-server with JetStream that this process started. */
export type NatsServer = {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly process: RunningProcess;
  /** Stops the server and keeps its data on disk. */
  readonly stop: () => Promise<void>;
};

/** The settings and callbacks of startNats. */
export type NatsOptions = {
  /** Folder of JetStream's files and `logs/`. Created when missing. */
  readonly dataDir: string;
  /** IP address to listen on; 127.0.0.1 when absent. */
  readonly host?: string;
  /** Port to listen on; a free one when absent. */
  readonly port?: number | undefined;
  /** Receives a line for every change to this machine outside the data directory, such as an installation. */
  readonly log: (line: string) => void;
  /** Path of the nats-server to use. When absent, startNats searches for one and then installs one. */
  readonly program?: string | undefined;
  /** Path of the server's configuration file, which may for example define users and permissions. */
  readonly configFile?: string;
  /** Variables that the configuration file uses. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Called with every server process as soon as it is created, before it is ready. */
  readonly onSpawn?: (process: RunningProcess) => void;
};

const readyTimeoutMs = 15_000;
const stopTimeoutMs = 5_000;
const portAttempts = 5;

/**
 * Starts nats-server on an address of this machine, with JetStream files in the data directory. When the machine has no
 * nats-server, installs it with apt or brew and logs the installation. When it cannot install the program, throws an
 * error that says what to install. When the server does not start, throws an error with the server's last log lines.
 */
export async function startNats(options: NatsOptions): Promise<NatsServer> {
  const dataDir = resolve(options.dataDir);
  const program = await natsServerProgram(options.log, options.program);
  const storage = join(dataDir, 'nats');
  const logFile = join(dataDir, 'logs', 'nats.log');
  const host = options.host ?? '127.0.0.1';
  mkdirSync(storage, { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const server = startProcess({
      name: 'nats',
      command: program,
      args: [
        ...(options.configFile === undefined ? [] : ['-c', options.configFile]),
        '-js',
        '-sd',
        storage,
        '-a',
        host,
        '-p',
        String(port),
      ],
      environment: { PATH: process.env['PATH'], ...options.environment },
      logFile,
      directory: dataDir,
    });
    options.onSpawn?.(server);
    try {
      await untilReady(server, host, port);
      return {
        url: `nats://${hostAndPort(host, port)}`,
        port,
        pid: server.pid,
        process: server,
        stop: async () => {
          await stopProcess(server, { signal: 'SIGTERM', graceMs: stopTimeoutMs });
        },
      };
    } catch (error) {
      await stopProcess(server, { signal: 'SIGKILL', graceMs: stopTimeoutMs });
      const words = server.outputTail(8);
      if (!words.includes('address already in use') || attempt >= portAttempts) {
        throw new Error(`nats-server did not start: ${(error as Error).message}\n${words}`, { cause: error });
      }
    }
  }
}

/**
 * Returns the path of nats-server. When the machine has none, installs it with apt or brew and logs the installation. Throws
 * an error that says what to install.
 * @param path the path to use instead of searching.
 */
export async function natsServerProgram(log: NatsOptions['log'], path?: string): Promise<string> {
  return findNatsServer(path) ?? (await installNatsServerOnce(log));
}

function findNatsServer(path: string | undefined): string | undefined {
  if (path !== undefined && path !== '') {
    if (!isProgram(path)) {
      throw new Error(
        `ASSAY_NATS_SERVER_BIN is ${path}, which is not an executable. Set it to the path of nats-server`,
      );
    }
    return resolve(path);
  }
  const directories = (process.env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== '');
  return [...directories, '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((directory) => join(directory, 'nats-server'))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // The file is missing or not executable.
    return false;
  }
}

let installing: Promise<string> | undefined;

/** Installs the server. Concurrent starts share one installation, because apt refuses to run twice at the same time. */
function installNatsServerOnce(log: (line: string) => void): Promise<string> {
  installing ??= installNatsServer(log).finally(() => (installing = undefined));
  return installing;
}

async function installNatsServer(log: (line: string) => void): Promise<string> {
  for (const [command, ...args] of installCommands()) {
    if (command === undefined) {
      continue;
    }
    log(`nats-server is not installed; running: ${[command, ...args].join(' ')}`);
    await runToCompletion(command, args);
    const program = findNatsServer(undefined);
    if (program !== undefined) {
      return program;
    }
  }
  throw new Error(
    'found no nats-server (2.9 or newer) and failed to install one. Install it with "sudo apt-get install nats-server" ' +
      '(Debian, Ubuntu) or "brew install nats-server" (macOS), or set ASSAY_NATS_SERVER_BIN to its path, or ASSAY_NATS_URL ' +
      'to a running server with JetStream',
  );
}

/** Runs a command and ignores its result. The caller checks whether the server is installed afterwards. */
function runToCompletion(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

/**
 * Returns the commands that install nats-server without a password prompt. They refresh the package index only after a
 * failed install.
 */
function installCommands(): string[][] {
  if (process.platform === 'darwin') {
    return [['brew', 'install', 'nats-server']];
  }
  if (!existsSync('/usr/bin/apt-get')) {
    return [];
  }
  const root = process.getuid?.() === 0;
  if (!root && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) {
    return [];
  }
  // Another process, such as a second test worker, may be running apt-get. Without this option, apt-get would fail
  // instead of waiting for it.
  const apt = ['apt-get', '-o', 'DPkg::Lock::Timeout=120'];
  const install = [...apt, 'install', '-y', '--no-install-recommends', 'nats-server'];
  const commands = [install, [...apt, 'update'], install];
  return root ? commands : commands.map((command) => ['sudo', '-n', ...command]);
}

/** Waits until the server's greeting says that JetStream is enabled. */
async function untilReady(server: RunningProcess, host: string, port: number): Promise<void> {
  const attempt = async (): Promise<true | undefined> => {
    const exit = server.exit();
    if (exit !== undefined) {
      throw new Error(`the server ${describeExit(exit)}`);
    }
    const greeting = await readGreeting(host, port);
    return greeting?.includes('"jetstream":true') === true ? true : undefined;
  };
  await poll(attempt, {
    timeoutMs: readyTimeoutMs,
    everyMs: 20,
    onTimeout: () => {
      throw new Error(`it was not ready after ${readyTimeoutMs / 1_000} seconds`);
    },
  });
}

/** Returns the first line that a NATS server sends to a new connection, or undefined when no server listens. */
function readGreeting(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1_000 });
    let text = '';
    const end = (greeting: string | undefined): void => {
      socket.destroy();
      resolve(greeting);
    };
    socket.on('data', (bytes) => {
      text += bytes.toString('utf8');
      if (text.includes('\n')) {
        end(text);
      }
    });
    socket.on('error', () => end(undefined));
    socket.on('timeout', () => end(undefined));
    socket.on('end', () => end(text));
  });
}
