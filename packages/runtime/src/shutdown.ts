import { endProcess } from './end-process.ts';
import type { Logger } from '@assay/telemetry/log';

/** Maximum time for closing everything, in milliseconds. It is in addition to the drain times. */
const closeMs = 5_000;

/** Times of a shutdown. */
export type ShutdownTimes = {
  /** How long the service stays reachable while it is unready, in seconds. */
  readonly ASSAY_DRAIN_SECONDS: number;
  /** How long the service waits for work in flight, in milliseconds. */
  readonly ASSAY_DRAIN_MS: number;
};

/** The orderly end of a process, and the functions that it runs. */
export type Shutdown = {
  /** Registers a function that runs at one stage of the shutdown. ServiceTools describes the three stages. */
  readonly onLeave: (announce: () => unknown) => void;
  readonly onDrain: (drain: () => unknown) => void;
  readonly defer: (name: string, close: () => unknown) => void;
  readonly stopping: () => boolean;
  /**
   * Stops the service and exits. With exit code 0, the service first stays reachable for the drain seconds. A second
   * call ends this wait; it does not start a second shutdown.
   */
  readonly stop: (reason: string, exitCode: number) => void;
};

/** Creates the shutdown of this process. `exit` is the function that ends the process; tests pass another one. */
export function createShutdown(
  times: ShutdownTimes,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
  exit: (code: number) => void = endProcess,
): Shutdown {
  const announcements: (() => unknown)[] = [];
  const drains: (() => unknown)[] = [];
  const closers: { readonly name: string; readonly close: () => unknown }[] = [];
  let stopping = false;
  let endWait: () => void = () => undefined;

  const run = async (exitCode: number): Promise<void> => {
    const waitMs = exitCode === 0 ? times.ASSAY_DRAIN_SECONDS * 1_000 : 0;
    const giveUp = setTimeout(
      () => {
        log.error('did not stop within the drain time');
        exit(1);
      },
      waitMs + times.ASSAY_DRAIN_MS + closeMs,
    );
    giveUp.unref();
    for (const announce of announcements) {
      await runLogged(log, 'announcement of the departure', announce);
    }
    if (waitMs > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    for (const drain of drains) {
      await runLogged(log, 'drain', drain);
    }
    for (const { name, close } of closers.toReversed()) {
      await runLogged(log, name, close);
    }
    clearTimeout(giveUp);
    exit(exitCode);
  };
  return {
    onLeave: (announce) => announcements.push(announce),
    onDrain: (drain) => drains.push(drain),
    defer: (name, close) => closers.push({ name, close }),
    stopping: () => stopping,
    stop: (reason, exitCode) => {
      if (stopping) {
        endWait();
        return;
      }
      stopping = true;
      log.info({ reason }, 'stopping');
      void run(exitCode);
    },
  };
}

async function runLogged(log: Pick<Logger, 'warn'>, name: string, close: () => unknown): Promise<void> {
  try {
    await close();
  } catch (error) {
    log.warn({ err: error, name }, 'failed to stop cleanly');
  }
}
