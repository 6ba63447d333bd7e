import { afterEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRunState } from './run-state.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'assay-run-state-'));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('a full disk does not end the supervisor when a process starts or ends', () => {
  let isFull = true;
  const recorded: unknown[] = [];
  const notes: string[] = [];
  const lock = {
    leftovers: [],
    record: (processes: unknown) => {
      if (isFull) {
        throw new Error('ENOSPC: no space left on device');
      }
      recorded.push(processes);
    },
    release: () => undefined,
  };
  const state = openRunState(dataDir, lock, (line) => notes.push(line));
  state.track(() => ({ billing: 7 }));
  state.update();
  expect(notes).toEqual([expect.stringContaining('ENOSPC')]);
  isFull = false;
  state.update();
  expect(recorded).toEqual([[{ name: 'billing', pid: 7 }]]);
});
