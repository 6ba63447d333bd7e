import { writeSync } from 'node:fs';

/** A place for log lines that cannot fail its caller. */
export type LogOutput = {
  /** Writes lines, or stores what could not be written yet within a bound. Never throws, and waits at most 100 ms. */
  readonly write: (lines: string) => void;
};

/** Writes bytes to the log and returns how many were written. Throws the system's error. */
type WriteBytes = (bytes: Buffer) => number;

const standardOutput = 1;
/** What waits for a log that cannot be written. Newer lines are lost beyond it. */
const maxWaitingBytes = 64 * 1_024;
const maxBusyWaits = 10;
const busyWaitMs = 10;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/**
 * Creates the output of a process's log. A full disk, or a reader that left or stands still, must not end or stop the
 * process: the newest lines are then lost, and counted. pino's own output throws on a full disk, waits for a reader without
 * a limit, and never returns from a fatal line.
 * @param onLost receives the number of lines that were lost.
 */
export function createLogOutput(
  onLost: (lines: number) => void,
  write: WriteBytes = (bytes) => writeSync(standardOutput, bytes),
): LogOutput {
  let waiting: Buffer = Buffer.alloc(0);
  let isBlocked = false;
  const writeAll = (bytes: Buffer): Buffer => {
    let rest = bytes;
    // After a first wait without success each line gets one try, so that the log costs no time.
    let waits = isBlocked ? maxBusyWaits : 0;
    while (rest.length > 0) {
      try {
        rest = rest.subarray(write(rest));
      } catch (error) {
        if (!isBusy(error) || waits >= maxBusyWaits) {
          isBlocked = true;
          return rest;
        }
        waits += 1;
        Atomics.wait(sleeper, 0, 0, busyWaitMs);
      }
    }
    isBlocked = false;
    return rest;
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

/** Whether a pipe is full because its reader is slow. */
function isBusy(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EAGAIN' || code === 'EBUSY';
}

/**
 * Keeps a failed write to standard output or standard error from ending the process. Node.js writes warnings there, and a
 * failed write is an event that ends a process without a listener.
 */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => undefined);
  }
}
