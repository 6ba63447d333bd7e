import { setTimeout as pause } from 'node:timers/promises';

/** The gateway's URL, with the port that docker-compose.yml publishes. */
export const gatewayUrl = 'http://127.0.0.1:8080';

/** An answer of the gateway. */
export type Reply = { readonly status: number; readonly body: Record<string, unknown>; readonly headers: Headers };

const callTimeoutMs = 15_000;

/** Sends one request with a key. Rejects when no response comes. */
export async function call(path: string, key: string, body?: object): Promise<Reply> {
  const response = await fetch(`${gatewayUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
    signal: AbortSignal.timeout(callTimeoutMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
}

/** Asks for the price that the README asks for. */
export function askPrice(key: string): Promise<Reply> {
  return call('/v1/get_data', key, { type: 'spot.price', params: { symbol: 'BTC-USD' } });
}

/** The results that callers got during an event. */
export type CallerResults = {
  readonly requests: number;
  /** Number of requests that got no response. */
  readonly withoutResponse: number;
  /** Number of responses with the status 503, which says that the service is temporarily unavailable. */
  readonly unavailable: number;
  /** The responses with any status other than 200 and 503, as text. */
  readonly others: readonly string[];
  /** The longest time between two answers, in milliseconds. */
  readonly maxGapMs: number;
};

const betweenCallsMs = 200;

/**
 * Sends four requests a second while `work` runs. Afterwards continues until one request gets an answer. Returns the
 * results.
 */
export async function callDuring(key: string, work: () => Promise<unknown>): Promise<CallerResults> {
  let isRunning = true;
  const met = { requests: 0, withoutResponse: 0, unavailable: 0, others: [] as string[], maxGapMs: 0 };
  let answeredAtMs = performance.now();
  const caller = async (): Promise<void> => {
    for (let isAnswered = false; isRunning || !isAnswered; await pause(betweenCallsMs)) {
      met.requests += 1;
      const reply = await askPrice(key).catch(() => undefined);
      isAnswered = reply?.status === 200;
      if (isAnswered) {
        met.maxGapMs = Math.max(met.maxGapMs, performance.now() - answeredAtMs);
        answeredAtMs = performance.now();
      } else if (reply === undefined) {
        met.withoutResponse += 1;
      } else if (reply.status === 503) {
        met.unavailable += 1;
      } else {
        met.others.push(`${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`);
      }
    }
  };
  const calling = caller();
  try {
    await work();
  } finally {
    isRunning = false;
    await calling;
  }
  return met;
}

/**
 * Sends requests at a rate while `work` runs. Returns the words of `work` and the number of answers. Fails when more
 * than one in twenty requests gets no answer.
 */
export async function loadDuring(key: string, perSecond: number, work: () => Promise<string>): Promise<string> {
  let requestCount = 0;
  let answerCount = 0;
  const timer = setInterval(() => {
    requestCount += 1;
    void askPrice(key).then(
      ({ status }) => (answerCount += status === 200 ? 1 : 0),
      () => undefined,
    );
  }, 1_000 / perSecond);
  try {
    const words = await work();
    if (answerCount < requestCount * 0.95) {
      throw new Error(`${answerCount} of ${requestCount} calls were answered`);
    }
    return `${words}; ${answerCount} answers`;
  } finally {
    clearInterval(timer);
  }
}
