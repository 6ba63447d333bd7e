import type { Claim } from './run-file.ts';
import { removeStackFile, writeStackFile, type StackFile } from './stack-file.ts';

/** Keeps run.json, and stack.json from the moment that there is one, true to what runs. */
export type RunBook = {
  /** Writes down what runs at this moment. */
  readonly update: () => void;
  /** Says where to ask what runs. */
  readonly keep: (pids: () => Record<string, number>) => void;
  /** Writes stack.json, and from then on keeps its process ids true. */
  readonly publish: (file: StackFile) => void;
  /** Removes both files and gives the data directory back. */
  readonly close: () => void;
};

/** Begins with neither a process nor a stack.json, whatever an earlier run left. */
export function openRunBook(dataDir: string, claim: Claim): RunBook {
  let pids: (() => Record<string, number>) | undefined;
  let published: StackFile | undefined;
  let closed = false;
  const update = (): void => {
    if (closed || pids === undefined) {
      return;
    }
    const now = pids();
    claim.record(Object.entries(now).map(([name, pid]) => ({ name, pid })));
    if (published !== undefined) {
      writeStackFile(dataDir, { ...published, pids: now });
    }
  };
  removeStackFile(dataDir);
  return {
    update,
    keep: (source) => {
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
        claim.release();
      }
    },
  };
}
