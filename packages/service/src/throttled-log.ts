import type { Logger } from './log.ts';

/** Logs a warning, unless the same message was logged within the throttle's interval. */
export type ThrottledWarning = (message: string, error?: unknown, fields?: Readonly<Record<string, unknown>>) => void;

const defaultIntervalMs = 10_000;
/** Messages are fixed sentences of the code; the bound only guards against a message that contains variable text. */
const maxMessages = 1_000;

/**
 * Creates a throttled warning. An outage repeats itself many times a second; one line in each interval says as much. The
 * line carries the error's message as `cause`, without its stack.
 */
export function createThrottledWarning(
  log: Pick<Logger, 'warn'>,
  intervalMs: number = defaultIntervalMs,
  monotonic: () => number = () => performance.now(),
): ThrottledWarning {
  const loggedAtMs = new Map<string, number>();
  return (message, error, fields = {}) => {
    const nowMs = monotonic();
    if (nowMs - (loggedAtMs.get(message) ?? Number.NEGATIVE_INFINITY) < intervalMs) {
      return;
    }
    if (loggedAtMs.size >= maxMessages) {
      loggedAtMs.clear();
    }
    loggedAtMs.set(message, nowMs);
    log.warn({ ...fields, ...(error instanceof Error ? { cause: error.message } : {}) }, message);
  };
}
