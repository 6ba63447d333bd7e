import autocannon from 'autocannon';

/**
 * The result of sending requests in a closed loop: each connection sends its next request after the response to the
 * previous one.
 */
export type LoadResult = {
  readonly requests: number;
  readonly failed: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

/**
 * Sends POST requests in a closed loop to a server on this machine, for a number of seconds.
 * @param options.bodies request bodies, sent one after another in a cycle.
 */
export async function load(options: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}): Promise<LoadResult> {
  const { hostname } = new URL(options.url);
  if (hostname !== '127.0.0.1') {
    throw new Error(`load goes to 127.0.0.1 only, not to ${hostname}`);
  }
  const result = await autocannon({
    url: options.url,
    connections: options.connections,
    duration: options.seconds,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...options.headers },
    requests: options.bodies.map((body) => ({ method: 'POST', body })),
  });
  return {
    requests: result['2xx'],
    failed: result.non2xx + result.errors,
    requestsPerSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}
