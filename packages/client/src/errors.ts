import type { ErrorCode } from './gen/api.ts';

/** The fields of the service's error body. */
export type AssayErrorFields = {
  readonly code: AssayError['code'];
  readonly status: number;
  readonly traceId: string | undefined;
  readonly retryAfterMs?: number;
  readonly balance?: number;
  readonly missing?: readonly string[];
  readonly param?: string;
};

/**
 * The error of a call to which the service responded with an error. A refusal and a `no_source` are results and not
 * errors. The message is the service's own and says what would be right. An error of the service has a subclass, which
 * depends on the HTTP status. The error for a response that is not from Assay has no subclass.
 */
export class AssayError extends Error {
  override readonly name: string = 'AssayError';
  /**
   * The service's error code. `UNEXPECTED_RESPONSE` means that the response did not come from Assay but, for example, from a
   * proxy.
   */
  readonly code: ErrorCode | 'UNEXPECTED_RESPONSE' | (string & {});
  /** The HTTP status. */
  readonly status: number;
  /** The trace id of the request; undefined if the response has none. */
  declare readonly traceId: string | undefined;
  /** Time after which the same request may succeed, in milliseconds. */
  declare readonly retryAfterMs?: number;
  /** The balance in credits, with `INSUFFICIENT_CREDITS`. */
  declare readonly balance?: number;
  /** The names of the missing parameters, with `MISSING_PARAM`. */
  declare readonly missing?: readonly string[];
  /** The name of the malformed or unknown parameter, with `INVALID_PARAM`. */
  declare readonly param?: string;

  constructor(message: string, fields: AssayErrorFields) {
    super(message);
    const { code, status, ...more } = fields;
    this.code = code;
    this.status = status;
    // The fields are declared with `declare`, which creates no properties. So a printed error shows only the fields
    // that have a value.
    Object.assign(this, Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)));
  }
}

/** The error of a call whose API key is missing, unknown or revoked (401). */
export class AssayKeyError extends AssayError {
  override readonly name = 'AssayKeyError';
}

/** The error of a call for which the account has too few credits (402). `balance` has the credits that are left. */
export class AssayCreditsError extends AssayError {
  override readonly name = 'AssayCreditsError';
}

/** The error of a call that names an unknown watch, trace or data type (404). */
export class AssayNotFoundError extends AssayError {
  override readonly name = 'AssayNotFoundError';
}

/** The error of a call that exceeds the rate limit of its key (429). `retryAfterMs` says when to try again. */
export class AssayRateLimitError extends AssayError {
  override readonly name = 'AssayRateLimitError';
}

/** The error of a call that is not valid for another reason (any other 4xx). The message says what would be right. */
export class AssayRequestError extends AssayError {
  override readonly name = 'AssayRequestError';
}

/** The error of a call at which the service failed (5xx). The same call may succeed later. */
export class AssayServiceError extends AssayError {
  override readonly name = 'AssayServiceError';
}

/**
 * The error of a call for which the service could not be reached, or whose connection closed before the response was
 * complete. `cause` has the reason.
 */
export class AssayConnectionError extends Error {
  override readonly name: string = 'AssayConnectionError';
}

/** The error of a call that the service did not answer within `timeoutMs`. */
export class AssayTimeoutError extends AssayConnectionError {
  override readonly name = 'AssayTimeoutError';
}

/** A response that is no answer of the service. */
type FailedResponse = {
  readonly status: number;
  readonly headers: Headers;
  /** The fields of the body; empty when the body is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly baseUrl: string;
};

/**
 * Returns the error for a response that is not an answer. A body that is not an error of Assay gives the code
 * `UNEXPECTED_RESPONSE`.
 */
export function errorOf(response: FailedResponse, retryAfterMs: number | undefined): AssayError {
  const { status, headers, body } = response;
  const { code, error, balance, missing, param } = body;
  const traceId = headers.get('x-trace-id') ?? undefined;
  const waits = retryAfterMs === undefined ? {} : { retryAfterMs };
  const isError = status >= 400 && body['status'] === 'error' && typeof code === 'string' && typeof error === 'string';
  if (!isError) {
    return new AssayError(unexpectedSentence(response), { code: 'UNEXPECTED_RESPONSE', status, traceId, ...waits });
  }
  return new (classOf(status))(error, {
    code,
    status,
    traceId,
    ...waits,
    ...(typeof balance === 'number' ? { balance } : {}),
    ...(Array.isArray(missing) ? { missing: missing.map(String) } : {}),
    ...(typeof param === 'string' ? { param } : {}),
  });
}

/** Returns the class of the service's errors with this status. */
function classOf(status: number): typeof AssayError {
  const known: Readonly<Record<number, typeof AssayError>> = {
    401: AssayKeyError,
    402: AssayCreditsError,
    404: AssayNotFoundError,
    429: AssayRateLimitError,
  };
  return known[status] ?? (status < 500 ? AssayRequestError : AssayServiceError);
}

/**
 * Describes a response that did not come from the service, such as a proxy's. For a redirect it shows only the origin
 * of the new location, because the path and query may contain a secret.
 */
function unexpectedSentence({ status, headers, baseUrl }: FailedResponse): string {
  const location = headers.get('location') ?? '';
  const isRedirect = location !== '' && URL.canParse(location, baseUrl);
  const redirect = isRedirect ? ` redirects to ${new URL(location, baseUrl).origin} and` : '';
  return `the response with status ${status}${redirect} is not from Assay: check baseUrl (${baseUrl}), and any proxy before it`;
}
