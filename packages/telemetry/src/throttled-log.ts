import { LRUCache } from 'lru-cache';
import type { Logger } from './log.ts';

/** Logs a warning, unless it logged the same message within the throttle's interval. */
export type ThrottledWarning = (message: string, error?: unknown, fields?: Readonly<Record<string, unknown>>) => void;

const defaultIntervalMs = 10_000;
/** The code's messages are fixed texts. This bound protects memory from a message with variable text. */
const maxMessages = 1_000;

/**
 * Creates a throttled warning. During an outage the same failure occurs many times a second, and one line in each
 * interval is enough. The line has the error's message as `cause`, without its stack.
 */
export function createThrottledWarning(
  log: Pick<Logger, 'warn'>,
  intervalMs: number = defaultIntervalMs,
  monotonic: () => number = () => performance.now(),
): ThrottledWarning {
  const loggedAtMs = new LRUCache<string, number>({ max: maxMessages });
  return (message, error, fields = {}) => {
    const nowMs = monotonic();
    if (nowMs - (loggedAtMs.get(message) ?? Number.NEGATIVE_INFINITY) < intervalMs) {
      return;
    }
    loggedAtMs.set(message, nowMs);
    log.warn({ ...fields, ...(error instanceof Error ? { cause: error.message } : {}) }, message);
  };
}
