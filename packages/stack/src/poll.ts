import { pause } from '@assay/runtime/clock';

/** The limits of `poll`, and what happens when they are reached. */
export type PollOptions<Result> = {
  readonly timeoutMs: number;
  /** Pause between two attempts, in milliseconds. */
  readonly everyMs: number;
  /** Called when `timeoutMs` has passed. `poll` returns its result or throws its error. */
  readonly onTimeout: () => Result;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Calls `attempt` until it returns something other than undefined, and returns that value. Rejects as soon as an
 * attempt rejects or the signal aborts.
 */
export async function poll<Result>(
  attempt: () => Promise<Result | undefined>,
  options: PollOptions<Result>,
): Promise<Result> {
  const deadlineMs = performance.now() + options.timeoutMs;
  for (;;) {
    options.signal?.throwIfAborted();
    const result = await attempt();
    if (result !== undefined) {
      return result;
    }
    if (performance.now() > deadlineMs) {
      return options.onTimeout();
    }
    await pause(options.everyMs);
  }
}
