import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readFileIfThere, writePrivateFile } from './private-file.ts';
import { endProcess, isRunning, startTimeOf, type ProcessIdentity } from './process-table.ts';

const identity = z.object({ pid: z.number().int().min(2), startTime: z.string() });

const runFileSchema = z.object({
  supervisor: identity,
  processes: z.array(identity.extend({ name: z.string() })),
});

/** A process of a run, by the name that the stack gives it. */
export type NamedProcess = ProcessIdentity & { readonly name: string };

/** Who runs a data directory and what it has started: enough to end everything after the supervisor was killed. */
export type Run = z.infer<typeof runFileSchema>;

/** Another supervisor runs on the same data directory. */
export class AlreadyRunning extends Error {
  readonly pid: number;

  constructor(pid: number) {
    super(`a stack is already running on this data directory (pid ${pid})`);
    this.name = 'AlreadyRunning';
    this.pid = pid;
  }
}

/** This process's own right to a data directory. */
export type Claim = {
  /** Processes of an earlier run whose supervisor is gone. */
  readonly leftovers: readonly NamedProcess[];
  /** Notes what runs now, before anything can go wrong with it. */
  readonly record: (processes: readonly { readonly name: string; readonly pid: number }[]) => void;
  /** Gives the directory back. */
  readonly release: () => void;
};

const takeOverAttempts = 5;

/** Reads who runs a data directory; undefined when nobody does, or when what stands there is not a run file. */
export function readRun(dataDir: string): Run | undefined {
  const text = readFileIfThere(runFile(dataDir));
  return text === undefined ? undefined : parseRun(text);
}

/** Reads a run file's text; undefined for anything else, such as a file cut short by a full disk. */
export function parseRun(text: string): Run | undefined {
  try {
    return runFileSchema.safeParse(JSON.parse(text)).data;
  } catch {
    // Not JSON, so it names no process that could be ended: the same as no file.
    return undefined;
  }
}

/** Takes a data directory for this process. Throws AlreadyRunning when a living supervisor has it. */
export function claimDataDirectory(dataDir: string): Claim {
  const file = runFile(dataDir);
  const startTime = startTimeOf(process.pid) ?? '';
  const supervisor = { pid: process.pid, startTime };
  let leftovers: readonly NamedProcess[] = [];
  for (let attempt = 1; !createExclusively(file, JSON.stringify({ supervisor, processes: leftovers })); attempt += 1) {
    const text = readFileIfThere(file);
    const previous = text === undefined ? undefined : parseRun(text);
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
      const known = processes.flatMap(({ name, pid }) => {
        const began = startTimeOf(pid);
        return began === undefined ? [] : [{ name, pid, startTime: began }];
      });
      writePrivateFile(file, JSON.stringify({ supervisor, processes: known }));
    },
    release: () => removeRunFile(dataDir),
  };
}

/** Ends processes of an earlier run, the databases with their own gentle signal, each killed after its grace time. */
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

/** Removes the file of a run whose processes have all ended. */
export function removeRunFile(dataDir: string): void {
  rmSync(runFile(dataDir), { force: true });
}

function runFile(dataDir: string): string {
  return join(dataDir, 'run.json');
}

/** Puts a whole file in place unless there is one: a link fails where a rename would overwrite. */
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

/** Of two that found the same stale file one moves it away; whoever moved a newer one puts it back. */
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
  const same = readFileIfThere(aside) === text;
  if (same) {
    rmSync(aside, { force: true });
  } else {
    renameSync(aside, file);
  }
  return same;
}
