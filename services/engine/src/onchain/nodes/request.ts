import {
  createSolanaRpcFromTransport,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  type RpcTransport,
  type SolanaRpcApi,
  type Rpc,
} from '@solana/kit';
import { defaultPauseMs } from '@assay/concurrency/request-budget';
import { maxSlot } from '@assay/solana/nodes/chain-tip';
import type { SourceOutcome } from '../../sources/observe.ts';
import type { Fetched, FetchProvider } from '@assay/providers/fetch';
import { isAccessDenied } from '@assay/providers/readings';
import type { ChainNode, NodeMethod } from './node.ts';

/** The failure of a request to a node. */
export type NodeFailure = {
  readonly kind: 'failed';
  readonly outcome: Exclude<SourceOutcome, 'ok' | 'unknown_entity' | 'undated'>;
  /** The cause of the failure as text, without host names. */
  readonly detail: string;
  readonly httpStatus: number;
  /** Whether a request was sent. If not, the attempt costs nothing. */
  readonly sent: boolean;
  /** The slot at which the node is, if it has not reached the requested slot yet. */
  readonly behindAtSlot?: number;
  /** The slot that the node stated, if the chain cannot have reached this slot. */
  readonly unreachableSlot?: number;
};

/** The unchecked `result` of a response, or the reason why there is none. */
export type NodeReply = { readonly kind: 'answered'; readonly value: unknown } | NodeFailure;

/** One request: its method, and the function that sends it with @solana/kit. */
export type NodeRequest = {
  readonly method: NodeMethod;
  readonly send: (rpc: Rpc<SolanaRpcApi>) => Promise<unknown>;
};

/** The dependencies of a request. */
export type RequestPorts = {
  /** Sends requests to the node over HTTP. It must parse integers as bigints, as `parseChainJson` does. */
  readonly fetch: FetchProvider;
  /** Milliseconds on a clock that never runs backwards. */
  readonly monotonic: () => number;
};

/**
 * Time limit of a request, in milliseconds. A node that does not answer within this time counts as failing. If a
 * caller's deadline ends earlier, a missing answer does not affect the node's health.
 */
export const nodeTimeoutMs = 2_500;
const maxInFlight = 256;
/** Methods that many nodes refuse as a rule. A failure of these methods does not affect the node's health. */
const oftenRefused: ReadonlySet<NodeMethod> = new Set(['getTokenLargestAccounts', 'simulateTransaction']);

/** Outcomes which mean that the node does not allow a method of `oftenRefused`. */
const refusals: ReadonlySet<NodeFailure['outcome']> = new Set(['http_error', 'rate_limited', 'access_denied']);
/** The key under which a node's refusal is recorded. A node refuses all our requests or none, so one key is enough. */
const anyRequest = 'any request';

/** Carries a failure of the transport through @solana/kit. Only this file throws and catches this error. */
class TransportError extends Error {
  readonly failure: NodeFailure;

  constructor(failure: NodeFailure) {
    super(failure.detail);
    this.name = 'TransportError';
    this.failure = failure;
  }
}

/**
 * Sends one request to a node, unless the node's circuit breaker or request budget forbids it. Records the outcome of
 * the request in both. Never rejects.
 */
export async function requestOf(
  node: ChainNode,
  request: NodeRequest,
  timeoutMs: number,
  ports: RequestPorts,
): Promise<NodeReply> {
  const blocked = blockedRequest(node);
  if (blocked !== undefined) {
    return blocked;
  }
  const sentAtMs = ports.monotonic();
  let retryAfterMs: number | undefined;
  const transport = transportOf(node, timeoutMs, ports.fetch, (fetched) => {
    retryAfterMs = fetched.kind === 'answered' ? fetched.retryAfterMs : undefined;
  });
  node.inFlight += 1;
  const reply = await exchange(request, transport);
  node.inFlight -= 1;
  if (reply.kind === 'answered' || reply.outcome === 'timeout') {
    node.latency.add(ports.monotonic() - sentAtMs);
  }
  recordHealth(node, request.method, reply, { retryAfterMs, timeoutMs });
  return reply;
}

/**
 * Returns the failure of a request that may not be sent, or undefined when it may be sent. The breaker is checked last:
 * if it allows a trial, the trial must be sent, because the breaker waits for its outcome.
 */
function blockedRequest({ inFlight, budget, breaker, denials }: ChainNode): NodeFailure | undefined {
  const unsent = (outcome: NodeFailure['outcome'], detail: string): NodeFailure => ({
    kind: 'failed',
    outcome,
    detail,
    httpStatus: 0,
    sent: false,
  });
  if (inFlight >= maxInFlight) {
    return unsent('over_budget', 'too many of our requests are in flight');
  }
  const denial = denials.ofAll();
  if (denial !== undefined) {
    const seconds = Math.ceil(denial.remainingMs / 1_000);
    return unsent('access_denied', `${denial.detail}; asked again in ${seconds} s`);
  }
  if (!budget.canTake()) {
    const paused = budget.pausedForMs() > 0;
    return unsent('over_budget', paused ? 'the node asked us to pause' : 'its request budget is used up');
  }
  if (!breaker.admit()) {
    return unsent('circuit_open', 'it failed recently, and its circuit breaker is open');
  }
  budget.take();
  return undefined;
}

async function exchange({ send }: NodeRequest, transport: RpcTransport): Promise<NodeReply> {
  try {
    return { kind: 'answered', value: await send(createSolanaRpcFromTransport(transport)) };
  } catch (error) {
    if (error instanceof TransportError) {
      return error.failure;
    }
    if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED)) {
      const slot = Number(error.context.contextSlot ?? 0);
      const failure = failedRequest('stale', 'the node has not reached the requested slot', 200);
      return Number.isSafeInteger(slot) && slot > 0 && slot <= maxSlot ? { ...failure, behindAtSlot: slot } : failure;
    }
    if (isSolanaError(error)) {
      // The message of the node may contain host names, so the detail contains only the error code.
      return failedRequest('http_error', `the node answered with error ${Number(error.context.__code)}`, 200);
    }
    return failedRequest('malformed', 'the response is not JSON-RPC', 200);
  }
}

/**
 * Returns a transport for @solana/kit that sends requests with `fetch` of this process, which limits the time and the
 * size of a response.
 */
function transportOf(
  node: ChainNode,
  timeoutMs: number,
  fetch: FetchProvider,
  onFetched: (fetched: Fetched) => void,
): RpcTransport {
  const { origin, pathname, search } = new URL(node.url);
  return async <Response>({ payload }: Parameters<RpcTransport>[0]): Promise<Response> => {
    const fetched = await fetch(
      origin,
      {
        method: 'POST',
        path: `${pathname}${search}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload, (_name, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
      },
      timeoutMs,
    );
    onFetched(fetched);
    if (fetched.kind !== 'answered') {
      throw new TransportError(failedRequest(fetched.kind, fetched.detail, 0));
    }
    const { status, body } = fetched;
    if (status === 429) {
      throw new TransportError(failedRequest('rate_limited', 'HTTP 429', status));
    }
    if (isAccessDenied(status)) {
      const detail = `HTTP ${status}: the node refused us or the key in its URL`;
      throw new TransportError(failedRequest('access_denied', detail, status));
    }
    if (status !== 200) {
      throw new TransportError(failedRequest('http_error', `HTTP ${status}`, status));
    }
    if (typeof body !== 'object' || body === null || !('result' in body || 'error' in body)) {
      throw new TransportError(failedRequest('malformed', 'the response is not JSON-RPC', status));
    }
    // Some nodes write `"error": null` next to a result, as JSON-RPC 1.0 did. @solana/kit treats any `error` field as a
    // failure, so this code removes the field.
    const { error, ...result } = body as { readonly error?: unknown };
    return (error === null ? result : body) as Response;
  };
}

/** Returns the failure of a request that was sent. Because it was sent, its attempt costs credits. */
export function failedRequest(outcome: NodeFailure['outcome'], detail: string, httpStatus: number): NodeFailure {
  return { kind: 'failed', outcome, detail, httpStatus, sent: true };
}

function recordHealth(
  node: ChainNode,
  method: NodeMethod,
  reply: NodeReply,
  { retryAfterMs, timeoutMs }: { readonly retryAfterMs: number | undefined; readonly timeoutMs: number },
): void {
  if (method === 'simulateTransaction') {
    const isRefusal = reply.kind === 'failed' && refusals.has(reply.outcome);
    node.refusesSimulation = isRefusal || (node.refusesSimulation && reply.kind === 'failed');
  }
  if (reply.kind === 'answered') {
    node.breaker.record('success');
    node.denials.allow(anyRequest);
    return;
  }
  // The operator's plan at a node vendor may exclude these methods. Then the node refuses only these methods, so its
  // other requests are not blocked.
  if (reply.outcome === 'access_denied' && !oftenRefused.has(method)) {
    node.denials.deny(anyRequest, reply.detail, reply.httpStatus === 401 ? 'caller' : 'request');
  }
  const limited = reply.outcome === 'rate_limited';
  if (limited && !oftenRefused.has(method)) {
    node.budget.pause(retryAfterMs ?? defaultPauseMs);
  }
  const isNeutral =
    limited ||
    reply.outcome === 'stale' ||
    reply.outcome === 'access_denied' ||
    (reply.outcome === 'timeout' && timeoutMs < nodeTimeoutMs) ||
    (reply.outcome === 'http_error' && oftenRefused.has(method));
  node.breaker.record(isNeutral ? 'neutral' : 'failure');
}
