import { cleanText } from './clean-text.ts';

/** The gRPC status codes that the table uses, by the numbers of the gRPC specification. */
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

type FaultRow = {
  readonly http: number;
  readonly grpc: number;
  /** Whether the unchanged request may succeed when it is sent again. */
  readonly retryable: boolean;
  /** The message for the caller when a Fault is thrown without one. It says what would be right. */
  readonly defaultMessage: string;
  /** The code that callers see instead of this one. Only internal codes have it. */
  readonly publicCode?: string;
};

/**
 * The table of faults: every code with its HTTP status, its gRPC status and its default message. No other code maps
 * errors to statuses.
 */
export const faults = {
  INVALID_KEY: {
    http: 401,
    grpc: grpc.unauthenticated,
    retryable: false,
    defaultMessage: 'send a valid API key as "Authorization: Bearer <key>" or "x-api-key: <key>"',
  },
  RATE_LIMIT: {
    http: 429,
    grpc: grpc.resourceExhausted,
    retryable: true,
    defaultMessage: 'rate limit exceeded; wait for the seconds in Retry-After',
  },
  NOT_FOUND: {
    http: 404,
    grpc: grpc.notFound,
    retryable: false,
    defaultMessage: 'this path does not exist; GET /v1/openapi.json lists those that do',
  },
  METHOD_NOT_ALLOWED: {
    http: 405,
    grpc: grpc.unimplemented,
    retryable: false,
    defaultMessage: 'this path does not accept that method; the Allow header lists those that it accepts',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    http: 415,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'send the body as application/json without a Content-Encoding',
  },
  PAYLOAD_TOO_LARGE: {
    http: 413,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'the body must have at most 65,536 bytes',
  },
  INVALID_JSON: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'the body must be one JSON object in UTF-8, without a byte order mark',
  },
  MISSING_QUERY: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'send the question as a non-blank string in "query"',
  },
  MISSING_TYPE: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'send the type as a string in "type"; GET /v1/types lists the types',
  },
  TYPE_NOT_FOUND: {
    http: 404,
    grpc: grpc.notFound,
    retryable: false,
    defaultMessage: 'this type cannot be served now; GET /v1/types lists those that can',
  },
  MISSING_POLICY: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'send your own limits in "policy"; "policy.maxPriceImpactBps" is required',
  },
  BAD_MIN_LEVEL: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: '"minLevel" must be "single_source", "consensus" or "anchored"',
  },
  MISSING_PARAM: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'a required parameter is missing; "missing" lists the names',
  },
  INVALID_PARAM: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'a parameter is malformed or unknown; "param" has its name',
  },
  WATCH_REJECTED: {
    http: 400,
    grpc: grpc.invalidArgument,
    retryable: false,
    defaultMessage: 'the watch is not valid; the message names what is wrong',
  },
  INSUFFICIENT_CREDITS: {
    http: 402,
    grpc: grpc.failedPrecondition,
    retryable: false,
    defaultMessage: 'the balance does not cover the maximum price of this call; add credits',
  },
  NO_QUALIFYING_DELIVERY: {
    http: 409,
    grpc: grpc.aborted,
    retryable: true,
    defaultMessage: 'no answer reached the required level; nothing was charged',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    http: 409,
    grpc: grpc.aborted,
    retryable: true,
    defaultMessage:
      'a call with this Idempotency-Key is in flight; send the same request again after the seconds in Retry-After',
  },
  IDEMPOTENCY_MISMATCH: {
    http: 422,
    grpc: grpc.failedPrecondition,
    retryable: false,
    defaultMessage:
      'this Idempotency-Key belongs to a request with another path or body; use a new key for each request',
  },
  RESOLVE_FAILED: {
    http: 500,
    grpc: grpc.internal,
    retryable: true,
    defaultMessage: 'no source answered; nothing was charged, and the same request may succeed later',
  },
  UNAVAILABLE: {
    http: 503,
    grpc: grpc.unavailable,
    retryable: true,
    defaultMessage: 'part of the service is unavailable; nothing was charged, so try again',
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
  },
  INTERNAL: {
    http: 500,
    grpc: grpc.internal,
    retryable: false,
    defaultMessage: 'the service failed; nothing was charged',
    publicCode: 'RESOLVE_FAILED',
  },
} as const satisfies Record<string, FaultRow>;

/** A code of the table. */
export type FaultCode = keyof typeof faults;

/** Whether a string is a code of the table. */
export function isFaultCode(value: string): value is FaultCode {
  return Object.hasOwn(faults, value);
}

/**
 * An error with a code of the table. `message` reaches the caller and must not name internals. It is always well-formed
 * Unicode, so every transport can encode it. `cause` is for the log only.
 */
export class Fault extends Error {
  readonly code: FaultCode;
  /** Fields that the code adds to an error body, such as `balance` or `param`. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    code: FaultCode,
    message?: string,
    options: { readonly cause?: unknown; readonly extra?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(
      cleanText(message ?? faults[code].defaultMessage),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'Fault';
    this.code = code;
    this.extra = options.extra ?? {};
  }
}

/** Returns a Fault unchanged. Any other thrown value is a bug: it becomes the `cause` of an INTERNAL fault. */
export function toFault(thrown: unknown): Fault {
  return thrown instanceof Fault ? thrown : new Fault('INTERNAL', undefined, { cause: thrown });
}
