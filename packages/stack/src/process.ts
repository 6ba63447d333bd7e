import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** How a process ended: by itself with a code, or by a signal. `error` when it could not be started at all. */
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly error?: Error };

/** A child process whose output goes to a log file. */
export type RunningProcess = {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** The last lines that it wrote; those of earlier runs stay in the file and are not its words. */
  readonly lastWords: (count: number) => string;
  /** Resolves once, when the process has ended. */
  readonly exited: Promise<Exit>;
  /** The exit, when there was one already. */
  readonly exit: () => Exit | undefined;
  /** Sends a signal; does nothing when the process has ended. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Hears the messages that a Node child sends over its IPC channel. */
  readonly onMessage: (listener: (message: unknown) => void) => void;
};

/** What to start, and where its output goes. */
export type ProcessOptions = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logFile: string;
  readonly directory?: string;
  /** Another user to run as; needs root. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  /** Opens an IPC channel, for a Node child. */
  readonly ipc?: boolean;
};

/**
 * Starts a process in a group of its own, so that Ctrl-C in a terminal reaches the supervisor alone and the order of
 * stopping stays the supervisor's. Throws when the program cannot be started.
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
    throw new Error(`${options.name}: ${options.command} could not be started`);
  }
  return {
    name: options.name,
    pid: child.pid,
    logFile: options.logFile,
    lastWords: (count) => lastLines(options.logFile, count, beganAt),
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
 * Asks a process to stop and waits; after the grace time it is killed.
 * @returns how it ended.
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

/** The end of an exit's sentence: "ended with code 1", "was ended by SIGKILL". */
export function describeExit(exit: Exit): string {
  if (exit.error !== undefined) {
    return `could not be started: ${exit.error.message}`;
  }
  return exit.signal === null ? `ended with code ${exit.code}` : `was ended by ${exit.signal}`;
}

const tailBytes = 16_384;

/**
 * The last lines of a log file; an empty text when there is none.
 * @param fromByte where to begin; what stands before is left out.
 */
export function lastLines(file: string, count: number, fromByte = 0): string {
  let size: number;
  let handle: number;
  try {
    size = statSync(file).size;
    handle = openSync(file, 'r');
  } catch {
    // A process that failed before it wrote anything has no log, which the caller shows as nothing.
    return '';
  }
  try {
    const buffer = Buffer.alloc(Math.min(Math.max(0, size - fromByte), tailBytes));
    const read = readSync(handle, buffer, 0, buffer.length, Math.max(0, size - buffer.length));
    return buffer.toString('utf8', 0, read).trimEnd().split('\n').slice(-count).join('\n');
  } finally {
    closeSync(handle);
  }
}
