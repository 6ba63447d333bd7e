import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { freePort } from './ports.ts';
import { describeExit, startProcess, stopProcess, type RunningProcess } from './process.ts';

/** A nats-server of our own, with JetStream. */
export type NatsServer = {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly process: RunningProcess;
  /** Stops the server and keeps its data. */
  readonly stop: () => Promise<void>;
};

/** Where the data are and what to tell whoever waits. */
export type NatsOptions = {
  /** Holds JetStream's files and `logs/`. Made when missing. */
  readonly dataDir: string;
  /** A free one when absent. */
  readonly port?: number | undefined;
  /** Hears of everything that is done to this machine beyond the data directory. */
  readonly log: (line: string) => void;
  /** Path of a nats-server to use; looked for, then installed, when absent. */
  readonly program?: string | undefined;
  /** Hears of every server process at once, before it is known to be ready. */
  readonly spawned?: (process: RunningProcess) => void;
};

const readyTimeoutMs = 15_000;
const stopTimeoutMs = 5_000;
const portAttempts = 5;

/**
 * Starts nats-server on 127.0.0.1 with JetStream on files. Where the machine has none it is installed by apt or brew,
 * and said so. Throws an error that says what to install, or with the server's last words when it will not start.
 */
export async function startNats(options: NatsOptions): Promise<NatsServer> {
  const dataDir = resolve(options.dataDir);
  const program = findNatsServer(options.program) ?? (await installNatsServer(options.log));
  const storage = join(dataDir, 'nats');
  const logFile = join(dataDir, 'logs', 'nats.log');
  mkdirSync(storage, { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const server = startProcess({
      name: 'nats',
      command: program,
      args: ['-js', '-sd', storage, '-a', '127.0.0.1', '-p', String(port)],
      environment: { PATH: process.env['PATH'] },
      logFile,
      directory: dataDir,
    });
    options.spawned?.(server);
    try {
      await untilReady(server, port);
      return {
        url: `nats://127.0.0.1:${port}`,
        port,
        pid: server.pid,
        process: server,
        stop: async () => {
          await stopProcess(server, { signal: 'SIGTERM', graceMs: stopTimeoutMs });
        },
      };
    } catch (error) {
      await stopProcess(server, { signal: 'SIGKILL', graceMs: stopTimeoutMs });
      const words = server.lastWords(8);
      if (!words.includes('address already in use') || attempt >= portAttempts) {
        throw new Error(`nats-server did not start: ${(error as Error).message}\n${words}`, { cause: error });
      }
    }
  }
}

function findNatsServer(given: string | undefined): string | undefined {
  if (given !== undefined && given !== '') {
    if (!isProgram(given)) {
      throw new Error(`ASSAY_NATS_SERVER_BIN names ${given}, which is not a program; give the path of nats-server`);
    }
    return resolve(given);
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
    // Not there, or not to be run: both mean no.
    return false;
  }
}

async function installNatsServer(log: (line: string) => void): Promise<string> {
  for (const [command, ...args] of installCommands()) {
    if (command === undefined) {
      continue;
    }
    log(`nats-server is not on this machine; running: ${[command, ...args].join(' ')}`);
    await runToItsEnd(command, args);
    const found = findNatsServer(undefined);
    if (found !== undefined) {
      return found;
    }
  }
  throw new Error(
    'no nats-server (2.9 or newer) was found and none could be installed. Install it with "sudo apt-get install nats-server" ' +
      '(Debian, Ubuntu) or "brew install nats-server" (macOS), or set ASSAY_NATS_SERVER_BIN to its path, or ASSAY_NATS_URL ' +
      'to a running server with JetStream',
  );
}

/** Whether it succeeded is not asked: what counts is whether the server is there afterwards. */
function runToItsEnd(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

/** What installs nats-server here without asking for a password: the package index is refreshed only when it must be. */
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
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', 'nats-server'];
  const commands = [install, ['apt-get', 'update'], install];
  return root ? commands : commands.map((command) => ['sudo', '-n', ...command]);
}

/** Waits until the server greets with JetStream on. */
async function untilReady(server: RunningProcess, port: number): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs;
  for (;;) {
    const exit = server.exit();
    if (exit !== undefined) {
      throw new Error(`the server ${describeExit(exit)}`);
    }
    const greeting = await readGreeting(port);
    if (greeting?.includes('"jetstream":true') === true) {
      return;
    }
    if (Date.now() > deadline) {
      throw new Error(`it was not ready after ${readyTimeoutMs / 1_000} seconds`);
    }
    await Promise.race([server.exited, new Promise((wait) => setTimeout(wait, 20))]);
  }
}

/** The first line that a NATS server sends to whoever connects; undefined when nobody listens. */
function readGreeting(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 });
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
