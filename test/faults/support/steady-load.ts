import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxPool } from '../../e2e/support/chain-fixtures.ts';
import { lenientPolicy, micros, tradeIn } from '../../e2e/support/gate.ts';
import { send, type HttpAnswer } from '../../e2e/support/system.ts';

/** The outcome of one request. */
export type RequestOutcome = {
  /** HTTP status of the response. Zero when the connection broke before the response. */
  readonly status: number;
  /** The text of the response, for the report of a failed test. */
  readonly text: string;
  /** Base URL of the gateway to which the request was sent. */
  readonly gatewayUrl: string;
  readonly path: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** The trace id: `tr_` and 32 hex digits. Empty without an answer. */
  readonly traceId: string;
  readonly debitedMicros: bigint;
  /** Whether the connection broke and the request was sent again. Happens only behind proxies. */
  readonly sentAgain: boolean;
};

/** A load that sends requests at a fixed rate, however slow the answers are. */
export type SteadyLoad = {
  readonly outcomes: readonly RequestOutcome[];
  /** Starts or resumes sending requests to a gateway. */
  readonly add: (gatewayUrl: string) => void;
  /** Stops sending requests to a gateway. */
  readonly remove: (gatewayUrl: string) => void;
  /** Stops the load and waits for the requests in flight. */
  readonly stop: () => Promise<void>;
};

/** A request of the load. It is a GET when it has no body. */
export type Request = { readonly path: string; readonly body?: object };

/** Settings of the load. */
type LoadOptions = {
  /** Time between two requests, in milliseconds; 10 when absent. */
  readonly everyMs?: number;
  /**
   * Whether the base URLs are those of proxies; false when absent. A proxy continues to serve after a response with
   * `Connection: close`. Behind a proxy, the load sends a request again when its connection breaks.
   */
  readonly behindProxy?: boolean;
  /**
   * The waits before the load sends a request again, in milliseconds. The load sends a request again once for each
   * wait. When absent, it does so once, without a wait.
   */
  readonly sendAgainAfterMs?: readonly number[];
};

const defaultEveryMs = 10;

/** Returns the requests that the load cycles through. A healthy system delivers all of them. */
export function mixedRequests(pool: SandboxPool): readonly Request[] {
  const getData = (type: string, params: object): Request => ({ path: '/v1/get_data', body: { type, params } });
  return [
    getData('token.price', { token: 'SOL' }),
    getData('funding.rate', { symbol: 'ETH', venue: 'bybit' }),
    getData('game.players', { game: 'Dota 2' }),
    getData('chain.pool_state', { pool: pool.address }),
    getData('token.price', {}),
    { path: '/v1/ask', body: { query: 'how many people play Dota 2 right now?' } },
    getData('funding.rate', { symbol: 'BTC', venue: 'bybit' }),
    { path: '/v1/types' },
    getData('token.price', { token: 'SOL' }),
    getData('game.players', { game: 'Counter-Strike 2' }),
    { path: '/v1/types' },
    getData('token.price', {}),
    getData('funding.rate', { symbol: 'ETH', venue: 'bybit' }),
    getData('game.players', { game: 'Dota 2' }),
    { path: '/v1/ask', body: { query: 'what is the price of SOL?' } },
    getData('token.price', { token: 'SOL' }),
    { path: '/v1/gate', body: { ...tradeIn(pool), policy: lenientPolicy } },
  ];
}

/**
 * Sends requests at a fixed rate, cycling through all gateways as a load balancer does. After a response with
 * `Connection: close`, the load sends no requests to that gateway until the test adds it again.
 */
export function startSteadyLoad(
  gatewayUrls: readonly string[],
  key: string,
  requests: readonly Request[],
  { everyMs = defaultEveryMs, behindProxy = false, sendAgainAfterMs = [0] }: LoadOptions = {},
): SteadyLoad {
  const outcomes: RequestOutcome[] = [];
  const serving = new Set(gatewayUrls);
  const inFlight = new Set<Promise<void>>();
  let sentCount = 0;
  const sendNext = async (): Promise<void> => {
    const targets = [...serving];
    sentCount += 1;
    const gatewayUrl = targets[sentCount % targets.length] ?? '';
    const { path, body } = requests[Math.floor(sentCount / targets.length) % requests.length] ?? { path: '/v1/types' };
    const startedAtMs = performance.now();
    const url = `${gatewayUrl}${path}`;
    const { answer, sentAgain } = behindProxy
      ? await sendAgainIfBroken(url, { key, body }, sendAgainAfterMs)
      : { answer: await send(url, { key, body }).catch(describeFailure), sentAgain: false };
    if (!behindProxy && typeof answer !== 'string' && answer.headers.get('connection') === 'close') {
      serving.delete(gatewayUrl);
    }
    outcomes.push({ ...readAnswer(answer), sentAgain, gatewayUrl, path, startedAtMs, endedAtMs: performance.now() });
  };
  const timer = setInterval(() => {
    const request = sendNext().finally(() => inFlight.delete(request));
    inFlight.add(request);
  }, everyMs);
  return {
    outcomes,
    add: (gatewayUrl) => void serving.add(gatewayUrl),
    remove: (gatewayUrl) => void serving.delete(gatewayUrl),
    stop: async () => {
      clearInterval(timer);
      await Promise.all(inFlight);
    },
  };
}

/**
 * Sends a request with an Idempotency-Key, as @assay/client does. Sends it again, after each wait, when the connection
 * closed before the answer. A proxy can cause this by forwarding a request just when the server closes an idle
 * connection. When an answer says that the request is in flight elsewhere (409), the next wait is the time that this
 * answer states.
 */
async function sendAgainIfBroken(
  url: string,
  request: { readonly key: string; readonly body: object | undefined },
  waitsMs: readonly number[],
): Promise<{ readonly answer: HttpAnswer | string; readonly sentAgain: boolean }> {
  const headers: Record<string, string> = request.body === undefined ? {} : { 'idempotency-key': randomUUID() };
  const once = (): Promise<HttpAnswer | string> => send(url, { ...request, headers }).catch(describeFailure);
  let answer = await once();
  const isBroken = typeof answer === 'string';
  for (const waitMs of waitsMs) {
    if (isBroken && (typeof answer === 'string' || answer.body['code'] === 'IDEMPOTENCY_IN_PROGRESS')) {
      const retryAfterS = typeof answer === 'string' ? null : answer.headers.get('retry-after');
      await pause(retryAfterS === null ? waitMs : Number(retryAfterS) * 1_000);
      answer = await once();
    }
  }
  return { answer, sentAgain: isBroken };
}

function readAnswer(
  answer: HttpAnswer | string,
): Pick<RequestOutcome, 'status' | 'text' | 'traceId' | 'debitedMicros'> {
  if (typeof answer === 'string') {
    return { status: 0, text: answer, traceId: '', debitedMicros: 0n };
  }
  return {
    status: answer.status,
    text: answer.status === 200 ? '' : answer.text,
    traceId: answer.headers.get('x-trace-id') ?? '',
    debitedMicros: BigInt(micros(Number(answer.body['debitedCredits'] ?? 0))),
  };
}

function describeFailure(error: unknown): string {
  const { message, cause } = error as { readonly message: string; readonly cause?: { readonly message?: string } };
  return cause?.message ?? message;
}
