import { describeExit, stopProcess, type Exit, type RunningProcess } from './process.ts';

/** A process that is restarted when it ends unexpectedly. */
export type SupervisedProcess = {
  readonly name: string;
  /** Returns the process id; undefined while the process is down. */
  readonly pid: () => number | undefined;
  /** Starts the process for the first time. When the process does not start, rejects without trying again. */
  readonly start: () => Promise<void>;
  /** Returns whether the process started and has not ended since. */
  readonly isUp: () => boolean;
  /** Sends a signal. When the signal ends processes, resolves once this process has ended. */
  readonly kill: (signal: NodeJS.Signals) => Promise<void>;
  /** Ends the process if it runs, and starts it again. */
  readonly restart: () => Promise<void>;
  /** Ends the process and does not restart it. */
  readonly stop: () => Promise<void>;
  /** Kills the process without waiting and does not restart it. */
  readonly destroy: () => void;
};

/** The settings and callbacks of supervise. */
export type SuperviseOptions = {
  readonly name: string;
  /**
   * Starts the process and resolves when it is up.
   * @param onSpawn must be called with every process as soon as it exists, so that supervise can end it.
   */
  readonly start: (onSpawn: (process: RunningProcess) => void) => Promise<RunningProcess>;
  readonly stopSignal: NodeJS.Signals;
  readonly stopGraceMs: number;
  readonly restartOnExit: boolean;
  /** Called with a line for the user at each unexpected end and at each restart. */
  readonly onNote: (line: string) => void;
  /** Called whenever a process starts or ends. */
  readonly onChange: () => void;
};

const firstBackoffMs = 250;
const maxBackoffMs = 10_000;
/** A time in milliseconds. A process that ran at least this long before it ended is not in a loop of crashes. */
const stableAfterMs = 30_000;
const endingSignals: readonly NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGABRT'];

/** Returns the wait before the next start, in milliseconds. It doubles with each failure in a row, up to 10 seconds. */
export function backoffMs(failures: number): number {
  return Math.min(firstBackoffMs * 2 ** failures, maxBackoffMs);
}

/** The mutable state of one supervised process. */
type SupervisionState = {
  readonly options: SuperviseOptions;
  current: RunningProcess | undefined;
  up: boolean;
  shouldRun: boolean;
  /** Number of unexpected ends and failed starts in a row. */
  failures: number;
  upSinceMs: number;
  restarting: Promise<void>;
  /** Ends the wait before the next start early. */
  wake: () => void;
};

/**
 * Returns a supervised process that has not been started. After its start, it is restarted after every unexpected end
 * if `restartOnExit` is true.
 */
export function supervise(options: SuperviseOptions): SupervisedProcess {
  const state: SupervisionState = {
    options,
    current: undefined,
    up: false,
    shouldRun: true,
    failures: 0,
    upSinceMs: 0,
    restarting: Promise.resolve(),
    wake: () => undefined,
  };
  return {
    name: options.name,
    start: () => launch(state),
    pid: () => (state.current?.exit() === undefined ? state.current?.pid : undefined),
    isUp: () => state.up,
    kill: async (signal) => {
      state.current?.signal(signal);
      if (endingSignals.includes(signal)) {
        await state.current?.exited;
      }
    },
    restart: async () => {
      await stop(state);
      state.shouldRun = true;
      state.failures = 0;
      await launch(state);
    },
    stop: () => stop(state),
    destroy: () => {
      state.shouldRun = false;
      state.wake();
      state.current?.signal('SIGKILL');
    },
  };
}

async function launch(state: SupervisionState): Promise<void> {
  const process = await state.options.start((onSpawn) => {
    state.current = onSpawn;
    state.options.onChange();
    if (!state.shouldRun) {
      onSpawn.signal('SIGKILL');
    }
  });
  state.current = process;
  state.up = true;
  state.upSinceMs = performance.now();
  state.options.onChange();
  void process.exited.then((exit) => onExit(state, process, exit));
}

function onExit(state: SupervisionState, process: RunningProcess, exit: Exit): void {
  if (process !== state.current) {
    return;
  }
  const { options } = state;
  state.up = false;
  options.onChange();
  if (state.shouldRun && options.restartOnExit) {
    state.failures = performance.now() - state.upSinceMs > stableAfterMs ? 0 : state.failures;
    options.onNote(`${options.name} ${describeExit(exit)} unexpectedly and is restarted`);
    state.restarting = restartUntilUp(state);
  }
}

async function restartUntilUp(state: SupervisionState): Promise<void> {
  const { options } = state;
  while (state.shouldRun && !state.up) {
    await backOff(state);
    state.failures += 1;
    if (!state.shouldRun) {
      return;
    }
    try {
      await launch(state);
      options.onNote(`${options.name} restarted (pid ${state.current?.pid})`);
    } catch (error) {
      // Print only the first line, which contains the cause. The log lines that follow it would flood the console when
      // restarts keep failing.
      options.onNote(`${options.name} failed to restart: ${(error as Error).message.split('\n')[0]}`);
    }
  }
}

function backOff(state: SupervisionState): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, backoffMs(state.failures));
    state.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

async function stop(state: SupervisionState): Promise<void> {
  state.shouldRun = false;
  state.wake();
  if (state.current !== undefined) {
    await stopProcess(state.current, {
      signal: state.options.stopSignal,
      graceMs: state.options.stopGraceMs,
    });
  }
  await state.restarting;
  state.up = false;
  state.options.onChange();
}
