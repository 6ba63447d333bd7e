import type { DirectoryLock } from './run-file.ts';
import { removeStackFile, writeStackFile, type StackFile } from './stack-file.ts';

/** Keeps the list of running processes in run.json up to date and, once the file exists, in stack.json. */
export type RunState = {
  /** Writes the processes that run now to the files. Never throws. */
  readonly update: () => void;
  /** Sets the function that returns the ids of the running processes, by name. */
  readonly track: (pids: () => Record<string, number>) => void;
  /** Writes stack.json. Throws when that fails. Each later update writes the process ids to it again. */
  readonly publish: (file: StackFile) => void;
  /** Removes both files and releases the lock on the data directory. */
  readonly close: () => void;
};

/**
 * Opens the run state of a data directory. Removes the stack.json of an earlier run.
 * @param onFailure called with a line for the user when the files could not be written.
 */
export function openRunState(dataDir: string, lock: DirectoryLock, onFailure: (line: string) => void): RunState {
  let pids: (() => Record<string, number>) | undefined;
  let published: StackFile | undefined;
  let closed = false;
  const update = (): void => {
    if (closed || pids === undefined) {
      return;
    }
    const now = pids();
    lock.record(Object.entries(now).map(([name, pid]) => ({ name, pid })));
    if (published !== undefined) {
      writeStackFile(dataDir, { ...published, pids: now });
    }
  };
  removeStackFile(dataDir);
  return {
    update: () => {
      try {
        update();
      } catch (error) {
        // A full disk must not end the supervisor. Both files are written again when a process starts or ends.
        onFailure(`could not write the files of the running processes: ${(error as Error).message}`);
      }
    },
    track: (source) => {
      pids = source;
    },
    publish: (file) => {
      published = file;
      update();
    },
    close: () => {
      if (!closed) {
        closed = true;
        removeStackFile(dataDir);
        lock.release();
      }
    },
  };
}
