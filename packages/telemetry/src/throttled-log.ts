import { LRUCache } from 'lru-cache';
import type { Logger } from './log.ts';

/** Logs a warning. Does nothing when the same message was logged within the interval. */
export type ThrottledWarning = (message: string, error?: unknown, fields?: Readonly<Record<string, unknown>>) => void;

const defaultIntervalMs = 10_000;
/**
 * Maximum number of messages to remember. Messages should be fixed texts. The limit protects memory if a message has
 * variable text.
 */
const maxMessages = 1_000;

/**
 * Creates a function that logs throttled warnings. During an outage the same failure occurs many times a second, and one
 * line per interval is enough. The line contains the error's message as `cause`, without the stack.
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
