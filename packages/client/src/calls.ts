import { checkMaxRetries, checkTimeoutMs, newIdempotencyKey, readHeaders } from './options.ts';
import { callOf, type AssayCall } from './response.ts';
import type { SignatureKeySet, SignedAnswer } from './signature.ts';
import { createResponseVerifier, signatureRequest } from './signed-request.ts';
import { sendRequest, type ApiRequest, type ApiResponse, type TransportOptions } from './transport.ts';

/** Options of every call. */
export type RequestOptions = {
  /** Cancels the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Maximum time for the call including all attempts, in milliseconds. `Infinity` means no limit. */
  readonly timeoutMs?: number;
  /** Maximum number of retries of this call after a transient failure. */
  readonly maxRetries?: number;
  /** Further headers of this call. They replace `defaultHeaders` of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Asks the service to sign its answer, and verifies it. The call rejects with an AssaySignatureError when the answer is
   * not genuine. Pass a function to receive the answer as it arrived, for example to store it as a proof.
   */
  readonly verifySignature?: boolean | ((answer: SignedAnswer) => void);
};

/** Options of a call with a body. */
export type PostOptions = RequestOptions & {
  /**
   * Identifies this call, so that the service runs and charges it once however often it is sent. The client generates a key
   * for each call by default.
   */
  readonly idempotencyKey?: string;
};

/** The path of a call, and the name of a field by which the client recognises an answer of the service. */
export type Operation = {
  readonly path: string;
  /**
   * The name of a field that every answer of the operation contains. A response without it, such as a proxy's page, is
   * not an answer.
   */
  readonly field: string;
};

/** The calls of one client. Each returns the parsed body of the answer, or what `read` returns for it. */
export type Calls = {
  readonly get: <Body, Result = Body>(
    operation: Operation,
    options?: RequestOptions,
    read?: (body: Body) => Result,
  ) => AssayCall<Result>;
  readonly post: <Body>(operation: Operation, body: object, options?: PostOptions) => AssayCall<Body>;
  readonly remove: (path: string, options?: RequestOptions) => AssayCall<void>;
};

/**
 * Creates the calls of one client. They share one copy of the service's signing keys, which the client fetches before
 * the first verification.
 */
export function createCalls(transport: TransportOptions): Calls {
  const verify = createResponseVerifier(async () => {
    const { body } = await sendRequest(transport, { method: 'GET', path: '/.well-known/jwks.json', field: 'keys' });
    return body as SignatureKeySet;
  });
  const send = async (request: ApiRequest, options: RequestOptions): Promise<ApiResponse> => {
    const { verifySignature, signal, timeoutMs, maxRetries } = options;
    const isSigned = verifySignature !== undefined && verifySignature !== false;
    const headers = {
      ...readHeaders('headers', options.headers ?? {}),
      ...request.headers,
      ...(isSigned ? signatureRequest : {}),
    };
    const response = await sendRequest(transport, {
      ...request,
      headers,
      signal,
      timeoutMs: timeoutMs === undefined ? undefined : checkTimeoutMs(timeoutMs),
      maxRetries: maxRetries === undefined ? undefined : checkMaxRetries(maxRetries),
    });
    if (isSigned) {
      await verify(response);
      if (typeof verifySignature === 'function') {
        verifySignature({ status: response.status, headers: response.headers, body: response.text });
      }
    }
    return response;
  };
  return {
    get: <Body, Result>(
      operation: Operation,
      options: RequestOptions = {},
      read: (body: Body) => Result = (body) => body as unknown as Result,
    ) => callOf(send({ method: 'GET', ...operation }, options), (body) => read(body as Body)),
    post: <Body>(operation: Operation, body: object, options: PostOptions = {}) => {
      const answered = async (): Promise<ApiResponse> => {
        const { idempotencyKey = await newIdempotencyKey() } = options;
        return send({ method: 'POST', ...operation, body, headers: { 'idempotency-key': idempotencyKey } }, options);
      };
      return callOf(answered(), (answer) => answer as Body);
    },
    remove: (path, options = {}) => callOf(send({ method: 'DELETE', path }, options), () => undefined),
  };
}
