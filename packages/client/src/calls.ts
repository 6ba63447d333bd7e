import { newIdempotencyKey } from './options.ts';
import type { SignatureKeySet, SignedAnswer } from './signature.ts';
import { createResponseVerifier, signatureRequest } from './signed-request.ts';
import { sendRequest, type ApiRequest, type TransportOptions } from './transport.ts';

/** Options of every call. */
export type RequestOptions = {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The longest time for this call with all its attempts, in milliseconds. */
  readonly timeoutMs?: number;
  /**
   * Asks the service to sign its answer, and verifies it. The call rejects with an AssaySignatureError when the answer
   * is not genuine. A function also receives the answer as it arrived, so that it can be stored as a proof.
   */
  readonly verifySignature?: boolean | ((answer: SignedAnswer) => void);
};

/** Options of a call with a body. */
export type PostOptions = RequestOptions & {
  /** Names this call, so that the service runs and charges it once. The client makes one for each call by default. */
  readonly idempotencyKey?: string;
};

/** Where a call goes, and what tells an answer of the service from one of something before it. */
export type Operation = {
  readonly path: string;
  /** The name of a field that every answer of the operation has. */
  readonly field: string;
};

/** The calls of one client. Each returns the parsed body of the answer. */
export type Calls = {
  readonly get: <Body>(operation: Operation, options?: RequestOptions) => Promise<Body>;
  readonly post: <Body>(operation: Operation, body: object, options?: PostOptions) => Promise<Body>;
  readonly remove: (path: string, options?: RequestOptions) => Promise<void>;
};

/** Creates the calls of one client. They share the service's keys, which are fetched when an answer is first verified. */
export function createCalls(transport: TransportOptions): Calls {
  const verify = createResponseVerifier(async () => {
    const { body } = await sendRequest(transport, { method: 'GET', path: '/.well-known/jwks.json', field: 'keys' });
    return body as SignatureKeySet;
  });
  const send = async (request: ApiRequest, options: RequestOptions): Promise<unknown> => {
    const { verifySignature, signal, timeoutMs } = options;
    const isSigned = verifySignature !== undefined && verifySignature !== false;
    const headers = isSigned ? { ...request.headers, ...signatureRequest } : request.headers;
    const response = await sendRequest(transport, { ...request, ...(headers && { headers }), signal, timeoutMs });
    if (isSigned) {
      await verify(response);
      if (typeof verifySignature === 'function') {
        verifySignature({ status: response.status, headers: response.headers, body: response.text });
      }
    }
    return response.body;
  };
  return {
    get: async <Body>(operation: Operation, options: RequestOptions = {}) =>
      (await send({ method: 'GET', ...operation }, options)) as Body,
    post: async <Body>(operation: Operation, body: object, options: PostOptions = {}) => {
      const { idempotencyKey = await newIdempotencyKey() } = options;
      const headers = { 'idempotency-key': idempotencyKey };
      return (await send({ method: 'POST', ...operation, body, headers }, options)) as Body;
    },
    remove: async (path, options = {}) => {
      await send({ method: 'DELETE', path }, options);
    },
  };
}
