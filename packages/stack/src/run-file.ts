import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readFileIfExists, writePrivateFile } from './private-file.ts';
import { endProcess, isRunning, startTimeOf, type ProcessIdentity } from './process-table.ts';

const identity = z.object({ pid: z.number().int().min(2), startTime: z.string() });

const runFileSchema = z.object({
  supervisor: identity,
  processes: z.array(identity.extend({ name: z.string() })),
});

/** A process that a supervisor started, and its name in the stack. */
export type NamedProcess = ProcessIdentity & { readonly name: string };

/**
 * The content of the run file: the supervisor that uses a data directory, and the processes that it started. When the
 * supervisor was killed, a later start finds its processes here and ends them.
 */
export type RunRecord = z.infer<typeof runFileSchema>;

/**
 * The error that a start throws when another supervisor already uses the data directory. `pid` is that supervisor's
 * process id.
 */
export class AlreadyRunning extends Error {
  readonly pid: number;

  constructor(pid: number) {
    super(`a stack is already running on this data directory (pid ${pid})`);
    this.name = 'AlreadyRunning';
    this.pid = pid;
  }
}

/** The lock that this process holds on a data directory, so that no other stack uses the directory. */
export type DirectoryLock = {
  /** Processes that an earlier run started. They still run, although their supervisor has ended. */
  readonly leftovers: readonly NamedProcess[];
  /** Writes the processes that run now to the run file. */
  readonly record: (processes: readonly { readonly name: string; readonly pid: number }[]) => void;
  /** Removes the run file, so that another process can lock the directory. */
  readonly release: () => void;
};

const takeOverAttempts = 5;

/** Returns the run record of a data directory, or undefined when it has no valid run file. */
export function readRunRecord(dataDir: string): RunRecord | undefined {
  const text = readFileIfExists(runFile(dataDir));
  return text === undefined ? undefined : parseRunRecord(text);
}

/** Parses a run file's text. Returns undefined for an invalid text, such as a file truncated by a full disk. */
export function parseRunRecord(text: string): RunRecord | undefined {
  try {
    return runFileSchema.safeParse(JSON.parse(text)).data;
  } catch {
    // A text that is not JSON names no process, so the file counts as absent.
    return undefined;
  }
}

/** Locks a data directory for this process. Throws AlreadyRunning when a running supervisor holds the lock. */
export function lockDataDirectory(dataDir: string): DirectoryLock {
  const file = runFile(dataDir);
  const startTime = startTimeOf(process.pid) ?? '';
  const supervisor = { pid: process.pid, startTime };
  let leftovers: readonly NamedProcess[] = [];
  for (let attempt = 1; !createExclusively(file, JSON.stringify({ supervisor, processes: leftovers })); attempt += 1) {
    const text = readFileIfExists(file);
    const previous = text === undefined ? undefined : parseRunRecord(text);
    if (attempt > takeOverAttempts || (previous !== undefined && isRunning(previous.supervisor))) {
      throw new AlreadyRunning(previous?.supervisor.pid ?? 0);
    }
    if (text !== undefined && removeIfUnchanged(file, text)) {
      leftovers = (previous?.processes ?? []).filter(isRunning);
    }
  }
  return {
    leftovers,
    record: (processes) => {
      const namedProcesses = processes.flatMap(({ name, pid }) => {
        const began = startTimeOf(pid);
        return began === undefined ? [] : [{ name, pid, startTime: began }];
      });
      writePrivateFile(file, JSON.stringify({ supervisor, processes: namedProcesses }));
    },
    release: () => removeRunFile(dataDir),
  };
}

/**
 * Ends processes that an earlier run left: first the services, then PostgreSQL and NATS. Kills a process that still
 * runs after its grace time.
 */
export async function endLeftovers(processes: readonly NamedProcess[]): Promise<void> {
  const isData = (name: string): boolean => name === 'postgres' || name === 'nats';
  const end = (leftover: NamedProcess): Promise<void> =>
    endProcess(leftover, {
      signal: leftover.name === 'postgres' ? 'SIGINT' : 'SIGTERM',
      graceMs: isData(leftover.name) ? 5_000 : 3_000,
    });
  await Promise.all(processes.filter(({ name }) => !isData(name)).map(end));
  await Promise.all(processes.filter(({ name }) => isData(name)).map(end));
}

/** Removes the run file of a data directory. */
export function removeRunFile(dataDir: string): void {
  rmSync(runFile(dataDir), { force: true });
}

function runFile(dataDir: string): string {
  return join(dataDir, 'run.json');
}

/**
 * Creates a file with its whole content, unless the file exists. It links a complete file to the name, because linking
 * fails when the name exists. A rename would overwrite the existing file.
 */
function createExclusively(file: string, text: string): boolean {
  const partial = `${file}.${process.pid}.claim`;
  writeFileSync(partial, text, { mode: 0o600 });
  try {
    linkSync(partial, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false;
    }
    throw error;
  } finally {
    rmSync(partial, { force: true });
  }
}

/**
 * Removes a stale file. It first renames the file and compares the text. If another process has written a newer file in
 * the meantime, it restores the newer file.
 */
function removeIfUnchanged(file: string, text: string): boolean {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return false;
    }
    throw error;
  }
  const same = readFileIfExists(aside) === text;
  if (same) {
    rmSync(aside, { force: true });
  } else {
    renameSync(aside, file);
  }
  return same;
}
