import { writeSync } from 'node:fs';

/** The destination of log lines. When writing fails, the caller gets no error. */
export type LogOutput = {
  /** Writes lines, or buffers them up to a limit when they cannot be written now. Never throws, and waits at most 100 ms. */
  readonly write: (lines: string) => void;
};

/** Writes bytes to the log and returns how many were written. Throws the system's error. */
type WriteBytes = (bytes: Buffer) => number;

const standardOutput = 1;
/**
 * Maximum size of the buffer for lines that cannot be written now, in bytes. When it is full, the newest lines are
 * lost.
 */
const maxWaitingBytes = 64 * 1_024;
const maxBusyWaits = 10;
const busyWaitMs = 10;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Creates the output of a process's log. A full disk, or a reader that has left or stopped reading, must not end or block
 * the process. In these cases the newest lines are lost and counted. pino's own output throws on a full disk, waits for a
 * reader without a limit, and never returns from a fatal line.
 * @param onLost receives the number of lines that were lost.
 */
export function createLogOutput(
  onLost: (lines: number) => void,
  write: WriteBytes = (bytes) => writeSync(standardOutput, bytes),
): LogOutput {
  let waiting: Buffer = Buffer.alloc(0);
  let isBlocked = false;
  const writeAll = (bytes: Buffer): Buffer => {
    let unwritten = bytes;
    // Once a write has waited without success, later lines get only one try each, so that logging does not slow the
    // process.
    let waits = isBlocked ? maxBusyWaits : 0;
    while (unwritten.length > 0) {
      try {
        unwritten = unwritten.subarray(write(unwritten));
      } catch (error) {
        if (!isBusy(error) || waits >= maxBusyWaits) {
          isBlocked = true;
          return unwritten;
        }
        waits += 1;
        Atomics.wait(sleeper, 0, 0, busyWaitMs);
      }
    }
    isBlocked = false;
    return unwritten;
  };
  return {
    write: (lines) => {
      const bytes = Buffer.from(lines);
      waiting = writeAll(waiting);
      if (waiting.length === 0) {
        waiting = writeAll(bytes);
      } else if (waiting.length + bytes.length <= maxWaitingBytes) {
        waiting = Buffer.concat([waiting, bytes]);
      } else {
        onLost(lines.split('\n').length - 1);
      }
    },
  };
}

/** Returns whether an error means that a pipe is full because its reader is slow. */
function isBusy(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EAGAIN' || code === 'EBUSY';
}

/**
 * Prevents a failed write to standard output or standard error from ending the process. Node.js writes warnings there.
 * Without a listener, the error event of a failed write would end the process.
 */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => undefined);
  }
}
