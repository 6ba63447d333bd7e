const seconds = { type: 'integer', minimum: 0 };

/** The header of every response. */
export const traceHeader = {
  'x-trace-id': {
    description: "Names the request's own trace; the same id stands in the body.",
    required: true,
    schema: { type: 'string', pattern: '^tr_[0-9a-f]{32}$' },
  },
};

/** The headers of every response to a request with a valid key. */
export const limitHeaders = {
  'RateLimit-Limit': { description: 'Requests that the key may make in 60 seconds.', schema: seconds },
  'RateLimit-Remaining': { description: 'What is left of them.', schema: seconds },
  'RateLimit-Reset': { description: 'Seconds until the oldest counted request leaves the window.', schema: seconds },
};

/** The header of a response to a request over the limit. */
export const errorHeaders = {
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { ...seconds, minimum: 1 } },
};
