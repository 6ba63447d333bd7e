const seconds = { type: 'integer', minimum: 0 };

/** The header of every response. */
export const traceHeader = {
  'x-trace-id': {
    description: 'The trace id of this request. A JSON body has the same id.',
    required: true,
    schema: { type: 'string', pattern: '^tr_[0-9a-f]{32}$' },
  },
};

/** The headers of every response to a request with a valid key. */
export const limitHeaders = {
  'RateLimit-Limit': { description: 'Maximum number of requests with this key in 60 seconds.', schema: seconds },
  'RateLimit-Remaining': { description: 'Number of requests that remain.', schema: seconds },
  'RateLimit-Reset': { description: 'Seconds until the oldest counted request leaves the window.', schema: seconds },
};

/** The header of a response to a request over the limit. */
export const errorHeaders = {
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { ...seconds, minimum: 1 } },
};
