import { systemClock, type Clock } from './clock.ts';
import type { ServiceTools } from './run.ts';

/** Options of repeated work. */
export type RepeatOptions = {
  /** Name of the work, for the log when the work does not stop cleanly. */
  readonly name: string;
  /** Pause between the end of one run and the start of the next, in milliseconds. */
  readonly everyMs: number;
  /** Whether the first run starts immediately (the default) or after the first pause. */
  readonly immediately?: boolean;
  /** Receives the error of a run that failed. The next run starts after the usual pause. */
  readonly onFailure: (error: unknown) => void;
  readonly clock?: Pick<Clock, 'after'>;
};

/**
 * Runs work repeatedly until it is stopped. Runs never overlap, so that they cannot pile up behind a slow dependency.
 * @returns a function that stops the work. It resolves when the run in flight has ended.
 */
export function startRepeating(run: () => unknown, options: RepeatOptions): () => Promise<void> {
  const { after } = options.clock ?? systemClock;
  let stopped = false;
  let cancel: () => void = () => undefined;
  let inFlight: Promise<void> = Promise.resolve();
  const runOnce = async (): Promise<void> => {
    try {
      await run();
    } catch (error) {
      options.onFailure(error);
    }
  };
  const schedule = (): void => {
    if (!stopped) {
      cancel = after(options.everyMs, start);
    }
  };
  const start = (): void => {
    inFlight = runOnce().then(schedule);
  };
  if (options.immediately ?? true) {
    start();
  } else {
    schedule();
  }
  return async () => {
    stopped = true;
    cancel();
    await inFlight;
  };
}

/** Runs work repeatedly until the service stops. See startRepeating. */
export function repeat(run: () => unknown, options: RepeatOptions, tools: Pick<ServiceTools, 'defer'>): void {
  tools.defer(options.name, startRepeating(run, options));
}
