import { createObserver, type ObserverOptions } from './observer.ts';
import { version } from './version.ts';
import { webCrypto } from './webcrypto.ts';
import type { TransportOptions } from './transport.ts';

/** Options of a client. */
export type AssayOptions = ObserverOptions & {
  /** The API key; the environment variable ASSAY_API_KEY by default. */
  readonly apiKey?: string;
  /** The address of the service, such as https://assay.example.com; ASSAY_BASE_URL by default. */
  readonly baseUrl?: string;
  /** Maximum time for a call including all attempts, in milliseconds; 30,000 by default. `Infinity` means no limit. */
  readonly timeoutMs?: number;
  /** Maximum number of retries after a transient failure; 2 by default. */
  readonly maxRetries?: number;
  /** Headers of every request, for example for a proxy. A call's own `headers` replace those of the same name. */
  readonly defaultHeaders?: Readonly<Record<string, string>>;
  /** The function that sends requests; the runtime's own fetch by default. */
  readonly fetch?: typeof fetch;
};

const defaultTimeoutMs = 30_000;
const maxTimeoutMs = 2_147_483_647;
const defaultMaxRetries = 2;
const keyPattern = /^[\x21-\x7e]+$/;
const headerNamePattern = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const headerValuePattern = /^[\t\x20-\x7e\x80-\xff]*$/;
const ownHeaders = ['accept', 'accept-signature', 'authorization', 'content-type', 'idempotency-key'];

/**
 * Returns the options of a client, with defaults for those that are absent. Throws a TypeError that names a wrong
 * option and never repeats a key.
 */
export function readOptions(options: AssayOptions): TransportOptions {
  const apiKey = options.apiKey ?? environment('ASSAY_API_KEY');
  if (typeof apiKey !== 'string' || !keyPattern.test(apiKey)) {
    throw new TypeError('apiKey: pass the API key, or set ASSAY_API_KEY; a key has no spaces or line breaks');
  }
  const { timeoutMs = defaultTimeoutMs, maxRetries = defaultMaxRetries } = options;
  const send = options.fetch ?? globalThis.fetch;
  if (typeof send !== 'function') {
    throw new TypeError('fetch: this runtime has no fetch; pass one');
  }
  // Workers and browsers throw "illegal invocation" when fetch is called as a method of another object.
  return {
    apiKey,
    baseUrl: readBaseUrl(options.baseUrl ?? environment('ASSAY_BASE_URL')),
    timeoutMs: checkTimeoutMs(timeoutMs),
    maxRetries: checkMaxRetries(maxRetries),
    headers: { ...userAgent(), ...readHeaders('defaultHeaders', options.defaultHeaders ?? {}) },
    observer: createObserver(options),
    fetch: (...call) => send(...call),
  };
}

/** Returns the time of a call in milliseconds. Throws a TypeError unless it is above 0 and fits a timer, or is Infinity. */
export function checkTimeoutMs(timeoutMs: number): number {
  if (typeof timeoutMs !== 'number' || !((timeoutMs > 0 && timeoutMs <= maxTimeoutMs) || timeoutMs === Infinity)) {
    throw new TypeError(
      `timeoutMs: must be a number of milliseconds above 0 and at most ${maxTimeoutMs}, or Infinity for no limit`,
    );
  }
  return timeoutMs;
}

/** Returns the maximum number of retries. Throws a TypeError unless it is an integer of at least 0. */
export function checkMaxRetries(maxRetries: number): number {
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new TypeError('maxRetries: must be an integer of at least 0');
  }
  return maxRetries;
}

/**
 * Returns a caller's headers with lowercase names. Throws a TypeError for a header that the client sets itself, and for one
 * that HTTP does not allow. The error never repeats a value, because a value may be a secret.
 *
 * @param option the name of the option, for the error.
 */
export function readHeaders(
  option: 'defaultHeaders' | 'headers',
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const read = Object.entries(headers).map(([name, value]) => {
    const lowercase = name.toLowerCase();
    if (ownHeaders.includes(lowercase)) {
      throw new TypeError(`${option}: leave out ${lowercase}, because the client sets it`);
    }
    if (!headerNamePattern.test(lowercase) || typeof value !== 'string' || !headerValuePattern.test(value)) {
      throw new TypeError(`${option}: ${JSON.stringify(name)} must be a header's name, and its value text in one line`);
    }
    return [lowercase, value] as const;
  });
  return Object.fromEntries(read);
}

/**
 * Returns the header that names this client. It has none in a browser, which sends its own and would first ask the service
 * for permission to replace it.
 */
function userAgent(): Readonly<Record<string, string>> {
  const { document, process } = globalThis as {
    document?: unknown;
    process?: { versions?: { node?: string } };
  };
  const isServer = document === undefined && process?.versions?.node !== undefined;
  return isServer ? { 'user-agent': `assay-client/${version}` } : {};
}

/** Returns the address without a slash or `/v1` at its end, because each path of a call starts with `/v1`. */
function readBaseUrl(baseUrl: string | undefined): string {
  let url: URL;
  try {
    url = new URL(baseUrl ?? '');
  } catch {
    throw new TypeError(
      'baseUrl: pass the address of the service, such as https://assay.example.com, or set ASSAY_BASE_URL',
    );
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.search + url.hash !== '') {
    throw new TypeError('baseUrl: must be an http or https address without a user, a query or a fragment');
  }
  return url.origin + url.pathname.replace(/(\/v1)?\/*$/, '');
}

function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const value = process?.env?.[name];
  return value === '' ? undefined : value;
}

/** Returns a new idempotency key: 128 random bits in hexadecimal. */
export async function newIdempotencyKey(): Promise<string> {
  const bytes = (await webCrypto()).getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
