import { describeExit, stopProcess, type Exit, type RunningProcess } from './process.ts';

/** A process that is kept running. */
export type Supervised = {
  readonly name: string;
  /** Undefined while it is down. */
  readonly pid: () => number | undefined;
  /** Starts it for the first time. Rejects when it does not come up; it is not tried again then. */
  readonly start: () => Promise<void>;
  /** Whether it was started and has not ended since. */
  readonly isUp: () => boolean;
  /** Sends a signal; where the signal ends processes, resolves when this one has ended. */
  readonly kill: (signal: NodeJS.Signals) => Promise<void>;
  /** Ends it, if it runs, and starts it. */
  readonly restart: () => Promise<void>;
  /** Ends it for good. */
  readonly stop: () => Promise<void>;
  /** Kills it at once and for good, without waiting. */
  readonly destroy: () => void;
};

/** How to start a process, how to stop it, and whom to tell. */
export type SuperviseOptions = {
  readonly name: string;
  /**
   * Starts it and resolves when it is up.
   * @param spawned must be told of every process at once, up or not, so that none is forgotten.
   */
  readonly start: (spawned: (process: RunningProcess) => void) => Promise<RunningProcess>;
  readonly stopSignal: NodeJS.Signals;
  readonly stopGraceMs: number;
  readonly restartOnExit: boolean;
  /** Hears of unexpected ends and of returns, in sentences. */
  readonly report: (line: string) => void;
  /** Called whenever a process began or ended. */
  readonly changed: () => void;
};

const firstBackoffMs = 250;
const longestBackoffMs = 10_000;
/** A process that ran this long before it ended is not in a loop of crashes. */
const soundAfterMs = 30_000;
const endingSignals: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGABRT'];

/** How long to wait before the next start after so many failures in a row: twice as long each time, up to 10 s. */
export function backoffMs(failures: number): number {
  return Math.min(firstBackoffMs * 2 ** failures, longestBackoffMs);
}

/** Keeps a process: once started it is, when asked to, started again whenever it ends unasked. */
export function supervise(options: SuperviseOptions): Supervised {
  let current: RunningProcess | undefined;
  let up = false;
  let wanted = true;
  let failures = 0;
  let upSince = 0;
  let reviving: Promise<void> = Promise.resolve();
  let wake = (): void => undefined;

  const launch = async (): Promise<void> => {
    const process = await options.start((spawned) => {
      current = spawned;
      options.changed();
      if (!wanted) {
        spawned.signal('SIGKILL');
      }
    });
    current = process;
    up = true;
    upSince = Date.now();
    options.changed();
    void process.exited.then((exit) => ended(process, exit));
  };
  const ended = (process: RunningProcess, exit: Exit): void => {
    if (process !== current) {
      return;
    }
    up = false;
    options.changed();
    if (wanted && options.restartOnExit) {
      failures = Date.now() - upSince > soundAfterMs ? 0 : failures;
      options.report(`${options.name} ${describeExit(exit)} unasked and is started again`);
      reviving = revive();
    }
  };
  const revive = async (): Promise<void> => {
    while (wanted && !up) {
      const delayMs = backoffMs(failures);
      failures += 1;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delayMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (!wanted) {
        return;
      }
      try {
        await launch();
        options.report(`${options.name} is back (pid ${current?.pid})`);
      } catch (error) {
        options.report(`${options.name} did not come back: ${(error as Error).message}`);
      }
    }
  };
  const end = async (): Promise<void> => {
    wanted = false;
    wake();
    if (current !== undefined) {
      await stopProcess(current, { signal: options.stopSignal, graceMs: options.stopGraceMs });
    }
    await reviving;
    up = false;
    options.changed();
  };

  return {
    name: options.name,
    start: launch,
    pid: () => (current?.exit() === undefined ? current?.pid : undefined),
    isUp: () => up,
    kill: async (signal) => {
      current?.signal(signal);
      if (endingSignals.includes(signal)) {
        await current?.exited;
      }
    },
    restart: async () => {
      await end();
      wanted = true;
      failures = 0;
      await launch();
    },
    stop: end,
    destroy: () => {
      wanted = false;
      wake();
      current?.signal('SIGKILL');
    },
  };
}
