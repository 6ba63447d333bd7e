import type { DirectoryLock } from './run-file.ts';
import { removeStackFile, writeStackFile, type StackFile } from './stack-file.ts';

/** Keeps run.json, and stack.json once it exists, in line with the running processes. */
export type RunState = {
  /** Stores the processes that run now. Never throws. */
  readonly update: () => void;
  /** Sets the function that returns the running processes. */
  readonly track: (pids: () => Record<string, number>) => void;
  /** Writes stack.json. Throws when that fails. Later updates write its process ids again. */
  readonly publish: (file: StackFile) => void;
  /** Removes both files and releases the lock on the data directory. */
  readonly close: () => void;
};

/**
 * Opens the run state of a data directory. Removes the stack.json of an earlier run.
 * @param onFailure receives a line when the files could not be updated.
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
        // A full disk must not end the supervisor. Both files are written again when the next process starts or ends.
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
