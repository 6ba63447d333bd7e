const seconds = { type: 'integer', minimum: 0 };

/** The header of every response. */
export const traceHeader = {
  'x-trace-id': {
    description:
      'The trace id of this request, which its JSON body has too. A stored answer that is sent again has the trace id of the first request.',
    required: true,
    schema: { type: 'string', pattern: '^tr_[0-9a-f]{32}$' },
  },
};

/** The headers of every response to a request with a valid key. */
export const limitHeaders = {
  'RateLimit-Limit': { description: 'Maximum number of requests with this key in 60 seconds.', schema: seconds },
  'RateLimit-Remaining': { description: 'Number of requests that the key may still send now.', schema: seconds },
  'RateLimit-Reset': { description: 'Seconds until the oldest counted request leaves the window.', schema: seconds },
};

/** The header of a stored answer that is sent again. */
export const replayHeader = {
  'Idempotency-Replayed': {
    description: 'true for the stored answer of an earlier request with the same Idempotency-Key; absent otherwise.',
    schema: { const: 'true' },
  },
};

/** The parameter of every operation that can be repeated with an idempotency key. */
export const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A new value for each request, such as a UUID. If you send the same request with the same value within 24 hours, you ' +
    'get the same answer again and pay once. Assay does not store answers with the status 401, 402, 429 or 5xx, or other ' +
    'errors that can end without a change of the request.',
  schema: { type: 'string', pattern: '^[\\u0021-\\u007e]{1,255}$' },
};

/** The header of a response to a request over the limit. */
export const errorHeaders = {
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { ...seconds, minimum: 1 } },
};
