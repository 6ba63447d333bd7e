import { AssayError } from './errors.ts';

/** One attempt of a call, before the client sends it. It has neither headers nor a body, because both may contain secrets. */
export type SentRequest = {
  readonly method: string;
  readonly url: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
};

/** The result of one attempt. It has neither headers nor a body. */
export type ReceivedResponse = SentRequest & {
  /** Time from the start of the attempt to its result, in milliseconds. */
  readonly durationMs: number;
  /** The HTTP status; absent when no complete response arrived. */
  readonly status?: number;
  readonly traceId?: string;
  /** The `code` of an AssayError, or the name of another error; absent when the attempt succeeded. */
  readonly failure?: string;
};

/** A log that takes a message and its fields, such as `console`. */
export type AssayLogger = {
  readonly debug: (message: string, fields: object) => void;
  readonly warn: (message: string, fields: object) => void;
};

/** The functions that a client calls for every attempt. What they throw does not change the call. */
export type ObserverOptions = {
  /** Receives a debug line for every attempt, and a warning for every failed one. No line contains the key. */
  readonly logger?: AssayLogger;
  /** Called before every attempt. */
  readonly onRequest?: (request: SentRequest) => void;
  /** Called after every attempt, also after a failed one. */
  readonly onResponse?: (response: ReceivedResponse) => void;
};

/** The receiver of a client's attempts. Its methods never throw. */
export type Observer = {
  readonly onRequest: (request: SentRequest) => void;
  readonly onResponse: (request: SentRequest, durationMs: number, status: number, traceId: string | null) => void;
  readonly onFailure: (request: SentRequest, durationMs: number, thrown: unknown) => void;
};

/** Creates the receiver of a client's attempts. Throws a TypeError that names an option of a wrong type. */
export function createObserver({ logger, onRequest, onResponse }: ObserverOptions): Observer {
  for (const [name, hook] of Object.entries({ onRequest, onResponse })) {
    if (hook !== undefined && typeof hook !== 'function') {
      throw new TypeError(`${name}: must be a function`);
    }
  }
  if (logger !== undefined && !(typeof logger?.debug === 'function' && typeof logger.warn === 'function')) {
    throw new TypeError('logger: must have the functions debug and warn, as console has');
  }
  return {
    onRequest: (request) => {
      callSafely(() => logger?.debug('sent a request', request));
      callSafely(() => onRequest?.(request));
    },
    onResponse: (request, durationMs, status, traceId) => {
      const response = { ...request, durationMs, status, ...(traceId === null ? {} : { traceId }) };
      callSafely(() => logger?.debug('received a response', response));
      callSafely(() => onResponse?.(response));
    },
    onFailure: (request, durationMs, thrown) => {
      const response = { ...request, durationMs, ...failureOf(thrown) };
      callSafely(() => logger?.warn('a request failed', response));
      callSafely(() => onResponse?.(response));
    },
  };
}

function failureOf(thrown: unknown): Pick<ReceivedResponse, 'status' | 'traceId' | 'failure'> {
  if (thrown instanceof AssayError) {
    const { status, traceId, code } = thrown;
    return { status, ...(traceId === undefined ? {} : { traceId }), failure: code };
  }
  return { failure: thrown instanceof Error ? thrown.name : 'aborted' };
}

/** Calls a caller's function. Its failure is ignored, because the caller has already paid for the answer. */
function callSafely(call: () => unknown): void {
  (async () => call())().catch(() => undefined);
}
