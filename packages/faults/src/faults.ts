import { cleanText } from './clean-text.ts';

/** The gRPC status codes that the table `faults` uses, with their numbers from the gRPC specification. */
const grpc = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

type Statuses = {
  readonly http: number;
  readonly grpc: number;
  /** Whether the unchanged request may succeed when it is sent again. */
  readonly retryable: boolean;
  /** The message for the caller when a Fault is thrown without one. It says what would be right. */
  readonly defaultMessage: string;
};

/**
 * The row of a code that callers see. The errors page of the documentation shows `cause` and `remedy`, which are
 * Markdown.
 */
type PublicRow = Statuses & { readonly cause: string; readonly remedy: string };

/** A row of a code that callers never see, with the public code that replaces it. */
type InternalRow = Statuses & { readonly publicCode: string };

/**
 * The table of faults: every code with its HTTP status, its gRPC status, its default message, its cause and its remedy.
 * No other code maps errors to statuses.
 */
export const faults = {
  INVALID_KEY: {
    http: 401,
    grpc: grpc.unauthenticated,
    retryable: false,
    defaultMessage: 'send a valid API key as "Authorization: Bearer <key>" or "x-api-key: <key>"',
    cause: 'The request has no API key, or the key is mistyped, unknown or revoked.',
    remedy: 'Send a key of your account. If it was revoked, create a new one.',
  },
  RATE_LIMIT: {
    http: 429,
    grpc: grpc.resourceExhausted,
    retryable: true,
    defaultMessage: 'rate limit exceeded; wait for the seconds in Retry-After',
    cause: 'The key sent as many requests in the last 60 seconds as its account may send.',
    remedy:
      'Wait for the seconds in `Retry-After`, then send the request again. Pause when `RateLimit-Remaining` is 0.',
  },
  NOT_FOUND: {
    http: 404,
    grpc: grpc.notFound,
    retryable: false,
    defaultMessage: 'this path does not exist; GET /v1/openapi.json lists all paths',
    cause: 'The path does not exist, or your account has no watch or trace with this id.',
    remedy: 'Compare the path with the HTTP API. Check that the id belongs to this account.',
  },
  METHOD_NOT_ALLOWED: {
    http: 405,
    grpc: grpc.unimplemented,
    retryable: false,
    defaultMessage: 'this path does not accept this method; the Allow header lists the accepted ones',
    cause: 'The path exists, but it does not accept this method.',
    remedy: 'Use a method that the header `Allow` lists.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    http: 415,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'send the body as application/json without a Content-Encoding',
    cause: 'The body is not declared as JSON, or it is compressed.',
    remedy: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  PAYLOAD_TOO_LARGE: {
    http: 413,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'the body must have at most 65,536 bytes',
    cause: 'The body has more than 65,536 bytes.',
    remedy: 'Send a smaller body. Valid requests are far smaller.',
  },
  INVALID_JSON: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'the body must be one JSON object in UTF-8, without a byte order mark',
    cause:
      'The body is not one JSON object in UTF-8, is nested deeper than 32 levels, begins with a byte order mark, or has a duplicate key. The message names the line and the column.',
    remedy: 'Send the output of a JSON library, encoded as UTF-8.',
  },
  MISSING_QUERY: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'send the question as a non-blank string in "query"',
    cause: 'The body of `ask` has no `query`, or the query is blank.',
    remedy: 'Send the question as text in `query`.',
  },
  MISSING_TYPE: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'send the type as a string in "type"; GET /v1/types lists the types',
    cause: 'The body of `get_data` has no `type`.',
    remedy: 'Send the name of a data type in `type`.',
  },
  TYPE_NOT_FOUND: {
    http: 404,
    grpc: grpc.notFound,
    retryable: false,
    defaultMessage: 'this type cannot be served now; GET /v1/types lists those that can',
    cause: 'The data type does not exist, or no source can serve it now.',
    remedy:
      'Use the type that the message suggests, or one that `GET /v1/types` lists. If the message says that no source can serve the type now, ask again later.',
  },
  MISSING_POLICY: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'send your own limits in "policy"; "policy.maxPriceImpactBps" is required',
    cause: 'The body of `gate` has no `policy`, or the policy has no `maxPriceImpactBps`.',
    remedy: 'Send your own limits. Assay has no default for them.',
  },
  BAD_MIN_LEVEL: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: '"minLevel" must be "single_source", "consensus" or "anchored"',
    cause: '`minLevel` is not one of the three levels.',
    remedy: 'Send `single_source`, `consensus` or `anchored`, or leave `minLevel` out.',
  },
  MISSING_PARAM: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'a required parameter is missing; "missing" lists the names',
    cause: 'A required parameter is missing. `missing` lists the names.',
    remedy: "Add the parameters. The data type's page describes them.",
  },
  INVALID_PARAM: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'a parameter is malformed or unknown; "param" has its name',
    cause: 'A field of the body or a parameter is malformed, or its name is unknown. `param` has the name.',
    remedy:
      'Correct the field. For a misspelt name, the message suggests the most similar known name. Assay ignores no unknown name, because it could change the meaning of the request.',
  },
  WATCH_REJECTED: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'the watch is not valid; the message names what is wrong',
    cause: 'The watch has an invalid field, parameter, condition or webhook URL, or the account has too many watches.',
    remedy: 'Correct what the message names. The URL must lead to a public address.',
  },
  INSUFFICIENT_CREDITS: {
    http: 402,
    grpc: grpc.failedPrecondition,
    retryable: false,
    defaultMessage: 'the balance does not cover the maximum price of this call; add credits',
    cause: 'The balance is smaller than the maximum price of this call. `balance` states the balance.',
    remedy:
      'Ask the operator of the service to add credits, or ask for a type with a lower `maxDebitCredits`. If you run the service, `npm run -s assay -- credits add` adds them.',
  },
  NO_QUALIFYING_DELIVERY: {
    http: 409,
    grpc: grpc.aborted,
    retryable: true,
    defaultMessage: 'no answer reached the required level; nothing was charged',
    cause: 'A source answered, but checking did not reach the required level. `reason` says what was missing.',
    remedy: 'Accept a lower level, or ask again later. Do not replace the refused number with another one.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    http: 409,
    grpc: grpc.aborted,
    retryable: true,
    defaultMessage:
      'a call with this Idempotency-Key is in flight; send the same request again after the seconds in Retry-After',
    cause: 'Another request with this idempotency key is still running.',
    remedy: 'Wait for the seconds in `Retry-After`, then send the same request again.',
  },
  IDEMPOTENCY_MISMATCH: {
    http: 422,
    grpc: grpc.failedPrecondition,
    retryable: false,
    defaultMessage:
      'this Idempotency-Key belongs to a request with another path or body; use a new key for each request',
    cause: 'This idempotency key was used with another path or body in the last 24 hours.',
    remedy: 'Choose a new key for each request. Repeat a request with the same bytes.',
  },
  RESOLVE_FAILED: {
    http: 500,
    grpc: grpc.internal,
    retryable: true,
    defaultMessage: 'no source answered; nothing was charged, and the same request may succeed later',
    cause: 'Every source failed or was too slow, or the service failed.',
    remedy: 'Send the same request again after a pause. Report the `traceId` if it happens again.',
  },
  UNAVAILABLE: {
    http: 503,
    grpc: grpc.unavailable,
    retryable: true,
    defaultMessage: 'part of the service is unavailable; nothing was charged, so try again',
    cause: 'A part of the service is unavailable or overloaded.',
    remedy: 'Wait for the seconds in `Retry-After`, then send the request again.',
  },
  OVERLOADED: {
    http: 503,
    grpc: grpc.resourceExhausted,
    retryable: true,
    defaultMessage: 'too many requests are in flight; nothing was charged, so try again',
    publicCode: 'UNAVAILABLE',
  },
  DEADLINE_EXCEEDED: {
    http: 500,
    grpc: grpc.deadlineExceeded,
    retryable: true,
    defaultMessage: 'the call did not finish in time; nothing was charged',
    publicCode: 'RESOLVE_FAILED',
  },
  FORBIDDEN: {
    http: 403,
    grpc: grpc.permissionDenied,
    retryable: false,
    defaultMessage: 'this operation needs the operator token',
    cause: "An operation for operators was called without an operator's token.",
    remedy: 'Use the `assay` command with the token of an operator. Callers of `/v1` never get this code.',
  },
  INTERNAL: {
    http: 500,
    grpc: grpc.internal,
    retryable: false,
    defaultMessage: 'the service failed; nothing was charged',
    publicCode: 'RESOLVE_FAILED',
  },
} as const satisfies Record<string, PublicRow | InternalRow>;

/** A code of the table. */
export type FaultCode = keyof typeof faults;

/** Whether a string is a code of the table. */
export function isFaultCode(value: string): value is FaultCode {
  return Object.hasOwn(faults, value);
}

/**
 * Codes of problems that can end without a change of the request: by a top-up, or when a source recovers. The same
 * request may then succeed.
 */
const mendableCodes: ReadonlySet<FaultCode> = new Set(['INSUFFICIENT_CREDITS', 'TYPE_NOT_FOUND']);

/**
 * An error with a code of the table. `message` reaches the caller and must not name internals. It is always well-formed
 * Unicode, so every transport can encode it. `cause` is for the log only.
 */
export class Fault extends Error {
  readonly code: FaultCode;
  /** Fields that the code adds to an error body, such as `balance` or `param`. */
  readonly extra: Readonly<Record<string, unknown>>;
  /**
   * Whether the same request may succeed later. Such an error is never stored under an idempotency key. By default the code
   * decides; `mendable` of the constructor overrides it.
   */
  readonly isMendable: boolean;

  constructor(
    code: FaultCode,
    message?: string,
    options: {
      readonly cause?: unknown;
      readonly extra?: Readonly<Record<string, unknown>>;
      readonly mendable?: boolean;
    } = {},
  ) {
    super(
      cleanText(message ?? faults[code].defaultMessage),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'Fault';
    this.code = code;
    this.extra = options.extra ?? {};
    this.isMendable = options.mendable ?? (faults[code].retryable || mendableCodes.has(code));
  }
}

/** Returns a Fault unchanged. Any other thrown value is a bug: it becomes the `cause` of an INTERNAL fault. */
export function toFault(thrown: unknown): Fault {
  return thrown instanceof Fault ? thrown : new Fault('INTERNAL', undefined, { cause: thrown });
}
