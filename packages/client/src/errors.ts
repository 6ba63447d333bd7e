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
 * errors. The message is the service's own and says what would be right.
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
  readonly traceId: string | undefined;
  /** Time after which the same request may succeed, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The balance in credits, with `INSUFFICIENT_CREDITS`. */
  readonly balance?: number;
  /** The names of the missing parameters, with `MISSING_PARAM`. */
  readonly missing?: readonly string[];
  /** The name of the malformed or unknown parameter, with `INVALID_PARAM`. */
  readonly param?: string;

  constructor(message: string, fields: AssayErrorFields) {
    super(message);
    const { code, status, traceId, ...more } = fields;
    this.code = code;
    this.status = status;
    this.traceId = traceId;
    Object.assign(this, more);
  }
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
  return new AssayError(error, {
    code,
    status,
    traceId,
    ...waits,
    ...(typeof balance === 'number' ? { balance } : {}),
    ...(Array.isArray(missing) ? { missing: missing.map(String) } : {}),
    ...(typeof param === 'string' ? { param } : {}),
  });
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
