import type { Metadata } from '@grpc/grpc-js';

/** The header with a unary call's timeout in milliseconds, as the client stated it when it started the call. */
const timeoutHeader = 'assay-timeout-ms';
const maxTimerMs = 2 ** 31 - 1;
/** Maximum timeout in milliseconds. The header grpc-timeout has at most 8 digits. */
const maxHeaderMs = 99_999_999;

/**
 * Sets the headers that tell a server how long the caller waits. They replace the `grpc-timeout` that grpc-js would compute
 * from the system's clock, because that clock may change before the call is sent.
 */
export function setTimeoutHeaders(metadata: Metadata, timeoutMs: number): void {
  const wholeMs = Math.min(maxHeaderMs, Math.ceil(timeoutMs));
  metadata.set('grpc-timeout', `${wholeMs}m`);
  metadata.set(timeoutHeader, String(wholeMs));
}

/**
 * Returns how long the caller waits, in milliseconds. A caller of an earlier version sends only grpc-js's deadline.
 * @param deadline the deadline that grpc-js computed on the system's clock.
 */
export function timeoutMsOf(metadata: Metadata, deadline: Date | number): number {
  const stated = String(metadata.get(timeoutHeader)[0] ?? '');
  return /^\d{1,8}$/.test(stated) ? Number(stated) : Number(deadline) - Date.now();
}

/** Calls a function once after a time. Returns a function that cancels the call. */
export function afterTimeout(timeoutMs: number, onTimeout: () => void): () => void {
  const timer = setTimeout(onTimeout, Math.max(0, Math.min(maxTimerMs, timeoutMs)));
  return () => clearTimeout(timer);
}
