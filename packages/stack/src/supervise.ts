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

/** What is known of a kept process at this moment. */
type Keeping = {
  readonly options: SuperviseOptions;
  current: RunningProcess | undefined;
  up: boolean;
  wanted: boolean;
  /** Unexpected ends and vain starts in a row. */
  failures: number;
  upSinceMs: number;
  reviving: Promise<void>;
  /** Ends the wait before the next start. */
  wake: () => void;
};

/** Keeps a process: once started it is, when asked to, started again whenever it ends unasked. */
export function supervise(options: SuperviseOptions): Supervised {
  const keeping: Keeping = {
    options,
    current: undefined,
    up: false,
    wanted: true,
    failures: 0,
    upSinceMs: 0,
    reviving: Promise.resolve(),
    wake: () => undefined,
  };
  return {
    name: options.name,
    start: () => launch(keeping),
    pid: () => (keeping.current?.exit() === undefined ? keeping.current?.pid : undefined),
    isUp: () => keeping.up,
    kill: async (signal) => {
      keeping.current?.signal(signal);
      if (endingSignals.includes(signal)) {
        await keeping.current?.exited;
      }
    },
    restart: async () => {
      await end(keeping);
      keeping.wanted = true;
      keeping.failures = 0;
      await launch(keeping);
    },
    stop: () => end(keeping),
    destroy: () => {
      keeping.wanted = false;
      keeping.wake();
      keeping.current?.signal('SIGKILL');
    },
  };
}

async function launch(keeping: Keeping): Promise<void> {
  const process = await keeping.options.start((spawned) => {
    keeping.current = spawned;
    keeping.options.changed();
    if (!keeping.wanted) {
      spawned.signal('SIGKILL');
    }
  });
  keeping.current = process;
  keeping.up = true;
  keeping.upSinceMs = Date.now();
  keeping.options.changed();
  void process.exited.then((exit) => ended(keeping, process, exit));
}

function ended(keeping: Keeping, process: RunningProcess, exit: Exit): void {
  if (process !== keeping.current) {
    return;
  }
  const { options } = keeping;
  keeping.up = false;
  options.changed();
  if (keeping.wanted && options.restartOnExit) {
    keeping.failures = Date.now() - keeping.upSinceMs > soundAfterMs ? 0 : keeping.failures;
    options.report(`${options.name} ${describeExit(exit)} unasked and is started again`);
    keeping.reviving = revive(keeping);
  }
}

async function revive(keeping: Keeping): Promise<void> {
  const { options } = keeping;
  while (keeping.wanted && !keeping.up) {
    await pause(keeping, backoffMs(keeping.failures));
    keeping.failures += 1;
    if (!keeping.wanted) {
      return;
    }
    try {
      await launch(keeping);
      options.report(`${options.name} is back (pid ${keeping.current?.pid})`);
    } catch (error) {
      // The first line says what happened; the lines of the log that follow it would flood a console, try after try.
      options.report(`${options.name} did not come back: ${(error as Error).message.split('\n')[0]}`);
    }
  }
}

function pause(keeping: Keeping, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    keeping.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

async function end(keeping: Keeping): Promise<void> {
  keeping.wanted = false;
  keeping.wake();
  if (keeping.current !== undefined) {
    await stopProcess(keeping.current, {
      signal: keeping.options.stopSignal,
      graceMs: keeping.options.stopGraceMs,
    });
  }
  await keeping.reviving;
  keeping.up = false;
  keeping.options.changed();
}
