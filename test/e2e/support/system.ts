import { readFileSync } from 'node:fs';
import { poll } from '@assay/stack/poll';
import type { StackFile } from '@assay/stack/stack-file';

/** The running system that the tests call. */
export type System = Omit<StackFile, 'sandboxUrl'> & {
  readonly sandboxUrl: string;
  /** URL of the tests' collector. It returns the spans of a trace at `/spans/<trace id>`. */
  readonly collectorUrl: string;
};

/** Returns the system that global-setup started. */
export function sharedSystem(): System {
  const file = process.env['ASSAY_E2E_STACK'];
  if (file === undefined) {
    throw new Error('run the e2e project: its global setup starts the system');
  }
  return JSON.parse(readFileSync(file, 'utf8')) as System;
}

/** A response of the gateway. `body` is the parsed JSON, or an empty object for another content type. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: Headers;
  // Each test checks the form of the body, because bodies differ by endpoint.
  readonly body: Record<string, unknown>;
  readonly text: string;
};

/** Sends one request. Sends a string body unchanged and any other body as JSON. */
export async function send(
  url: string,
  options: {
    readonly method?: string;
    readonly key?: string | undefined;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<HttpAnswer> {
  const hasBody = options.body !== undefined;
  const response = await fetch(url, {
    method: options.method ?? (hasBody ? 'POST' : 'GET'),
    headers: {
      ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...options.headers,
    },
    ...(hasBody
      ? {
          body:
            typeof options.body === 'string' || options.body instanceof Uint8Array
              ? options.body
              : JSON.stringify(options.body),
        }
      : {}),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: json && text !== '' ? JSON.parse(text) : {},
  };
}

/** Calls POST /v1/get_data on a gateway. */
export function getData(
  gatewayUrl: string,
  key: string,
  type: string,
  params: object,
  more: object = {},
): Promise<HttpAnswer> {
  return send(`${gatewayUrl}/v1/get_data`, { key, body: { type, params, ...more } });
}

/**
 * Calls a function until its result meets a condition, and returns that result. After the timeout, rejects with an
 * error that contains the last result.
 */
export async function until<Result>(
  read: () => Promise<Result>,
  isReached: (result: Result) => boolean,
  withinMs: number,
): Promise<Result> {
  let last: Result | undefined;
  const attempt = async (): Promise<{ readonly result: Result } | undefined> => {
    last = await read();
    return isReached(last) ? { result: last } : undefined;
  };
  const onTimeout = (): never => {
    const text = JSON.stringify(last, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    throw new Error(`the condition did not hold within ${withinMs} ms; the last result was ${text}`);
  };
  return (await poll(attempt, { timeoutMs: withinMs, everyMs: 50, onTimeout })).result;
}
