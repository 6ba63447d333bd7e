import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** How a process ended: by an exit code or by a signal. `error` is set when the process could not start. */
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly error?: Error };

/** A child process whose output goes to a log file. */
export type RunningProcess = {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Returns the last lines that this process wrote. Lines of earlier runs in the same file are excluded. */
  readonly outputTail: (count: number) => string;
  /** Resolves when the process has ended. */
  readonly exited: Promise<Exit>;
  /** Returns how the process ended, or undefined while it runs. */
  readonly exit: () => Exit | undefined;
  /** Sends a signal. Does nothing after the process has ended. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Registers a listener for the messages that a Node child sends over its IPC channel. */
  readonly onMessage: (listener: (message: unknown) => void) => void;
};

/** The command to run and the file for its output. */
export type ProcessOptions = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logFile: string;
  readonly directory?: string;
  /** The user to run as. Only root can set it. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  /** Whether to open an IPC channel, for a child that is a Node program. */
  readonly ipc?: boolean;
};

/**
 * Starts a process in a process group of its own. So Ctrl-C in a terminal reaches only the supervisor, which then stops
 * its processes in order. Throws when the program does not start.
 */
export function startProcess(options: ProcessOptions): RunningProcess {
  mkdirSync(dirname(options.logFile), { recursive: true, mode: 0o700 });
  const log = openSync(options.logFile, 'a');
  const beganAt = fstatSync(log).size;
  let child: ChildProcess;
  try {
    child = spawn(options.command, [...options.args], {
      detached: true,
      env: { ...options.environment },
      stdio: ['ignore', log, log, ...(options.ipc === true ? (['ipc'] as const) : [])],
      ...(options.directory === undefined ? {} : { cwd: options.directory }),
      ...options.user,
    });
  } finally {
    closeSync(log);
  }
  let exit: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    const end = (how: Exit): void => {
      exit ??= how;
      resolve(exit);
    };
    child.once('error', (error) => end({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => end({ code, signal }));
  });
  if (child.pid === undefined) {
    throw new Error(`${options.name}: ${options.command} failed to start`);
  }
  return {
    name: options.name,
    pid: child.pid,
    logFile: options.logFile,
    outputTail: (count) => lastLines(options.logFile, count, beganAt),
    exited,
    exit: () => exit,
    signal: (signal) => {
      if (exit === undefined) {
        child.kill(signal);
      }
    },
    onMessage: (listener) => child.on('message', listener),
  };
}

/**
 * Sends a signal to a process and waits for its end. Kills the process after the grace time.
 * @returns how the process ended.
 */
export async function stopProcess(
  process: RunningProcess,
  options: { readonly signal: NodeJS.Signals; readonly graceMs: number },
): Promise<Exit> {
  process.signal(options.signal);
  const timer = setTimeout(() => process.signal('SIGKILL'), options.graceMs);
  try {
    return await process.exited;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns words for how a process ended, such as "exited with code 1" or "was ended by SIGKILL". */
export function describeExit(exit: Exit): string {
  if (exit.error !== undefined) {
    return `failed to start: ${exit.error.message}`;
  }
  return exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
}

const tailBytes = 16_384;

/**
 * Returns the last lines of a log file, or an empty text when the file does not exist.
 * @param fromByte the offset in the file at which to begin.
 */
export function lastLines(file: string, count: number, fromByte = 0): string {
  let size: number;
  let handle: number;
  try {
    size = statSync(file).size;
    handle = openSync(file, 'r');
  } catch {
    // A process that fails before its first output leaves no log file.
    return '';
  }
  try {
    const buffer = Buffer.alloc(Math.min(Math.max(0, size - fromByte), tailBytes));
    const bytesRead = readSync(handle, buffer, 0, buffer.length, Math.max(0, size - buffer.length));
    return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-count).join('\n');
  } finally {
    closeSync(handle);
  }
}
