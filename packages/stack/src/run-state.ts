import type { DirectoryLock } from './run-file.ts';
import { removeStackFile, writeStackFile, type StackFile } from './stack-file.ts';

/** Keeps run.json, and stack.json once it exists, equal to the processes that run. */
export type RunState = {
  /** Stores the processes that run now. */
  readonly update: () => void;
  /** Sets the function that returns the running processes. */
  readonly track: (pids: () => Record<string, number>) => void;
  /** Writes stack.json. Later updates write its process ids again. */
  readonly publish: (file: StackFile) => void;
  /** Removes both files and releases the lock on the data directory. */
  readonly close: () => void;
};

/** Opens the run state of a data directory. Removes the stack.json of an earlier run. */
export function openRunState(dataDir: string, lock: DirectoryLock): RunState {
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
    update,
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
