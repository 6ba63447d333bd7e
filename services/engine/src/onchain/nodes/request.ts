import {
  createSolanaRpcFromTransport,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  type RpcTransport,
  type SolanaRpcApi,
  type Rpc,
} from '@solana/kit';
import { defaultPauseMs } from '../../sources/budget.ts';
import type { AttemptOutcome } from '../../sources/observe.ts';
import type { Fetched, FetchProvider } from '../../providers/fetch.ts';
import type { ChainNode, NodeMethod } from './node.ts';

/** Why a node gave no answer that could be used. */
export type NodeFailure = {
  readonly kind: 'failed';
  readonly outcome: Exclude<AttemptOutcome, 'ok' | 'unknown_entity' | 'undated'>;
  /** In words that name no host. */
  readonly detail: string;
  readonly httpStatus: number;
  /** False when nothing was sent and nothing is owed. */
  readonly sent: boolean;
  /** Where the node stands, when it said that it is behind the slot that was asked for. */
  readonly behindAtSlot?: number;
};

/** What one request led to; `value` is what the node answered, not yet looked at. */
export type NodeReply = { readonly kind: 'answered'; readonly value: unknown } | NodeFailure;

/** One request: its method, and how the library writes it. */
export type NodeRequest = {
  readonly method: NodeMethod;
  readonly send: (rpc: Rpc<SolanaRpcApi>) => Promise<unknown>;
};

/** What asking nodes needs of the world. */
export type RequestPorts = {
  /** Has to read whole numbers as bigints; see `parseChainJson`. */
  readonly fetch: FetchProvider;
  readonly now: () => number;
};

const maxInFlight = 256;
/** Methods that many nodes refuse by policy: what they answer says nothing about the node's health. */
const oftenRefused: ReadonlySet<NodeMethod> = new Set(['getTokenLargestAccounts', 'simulateTransaction']);

/** Stops the library's own reading with what the transport saw. It never leaves this file. */
class Stopped extends Error {
  readonly failure: NodeFailure;

  constructor(failure: NodeFailure) {
    super(failure.detail);
    this.name = 'Stopped';
    this.failure = failure;
  }
}

/** Sends one request to a node, unless its circuit or budget forbids it, and tells both how it went. Never rejects. */
export async function requestOf(
  node: ChainNode,
  request: NodeRequest,
  timeoutMs: number,
  ports: RequestPorts,
): Promise<NodeReply> {
  const refused = refusal(node);
  if (refused !== undefined) {
    return refused;
  }
  const sentAtMs = ports.now();
  let retryAfterMs: number | undefined;
  const transport = transportOf(node, timeoutMs, ports.fetch, (fetched) => {
    retryAfterMs = fetched.kind === 'answered' ? fetched.retryAfterMs : undefined;
  });
  node.inFlight += 1;
  const reply = await exchanged(request, transport);
  node.inFlight -= 1;
  if (reply.kind === 'answered' || reply.outcome === 'timeout') {
    node.latency.add(ports.now() - sentAtMs);
  }
  tellHealth(node, request.method, reply, retryAfterMs);
  return reply;
}

/** The budget is looked at before the breaker, since a breaker that admits a trial must hear how it ended. */
function refusal({ inFlight, budget, breaker }: ChainNode): NodeFailure | undefined {
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
  if (!budget.canTake()) {
    const paused = budget.pausedForMs() > 0;
    return unsent('over_budget', paused ? 'the node asked us to pause' : 'its rate budget is used up');
  }
  if (!breaker.admit()) {
    return unsent('circuit_open', 'it failed lately and is given time');
  }
  budget.take();
  return undefined;
}

async function exchanged({ send }: NodeRequest, transport: RpcTransport): Promise<NodeReply> {
  try {
    return { kind: 'answered', value: await send(createSolanaRpcFromTransport(transport)) };
  } catch (error) {
    if (error instanceof Stopped) {
      return error.failure;
    }
    if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED)) {
      const slot = Number(error.context.contextSlot ?? 0);
      const failure = failed('stale', 'it has not reached the slot that another node is at', 200);
      return Number.isSafeInteger(slot) && slot > 0 ? { ...failure, behindAtSlot: slot } : failure;
    }
    if (isSolanaError(error)) {
      // Only the code is kept: a node's own text may name hosts.
      return failed('http_error', `the node answered with error ${Number(error.context.__code)}`, 200);
    }
    return failed('malformed', 'the node did not answer in the form of JSON-RPC', 200);
  }
}

/** The library's way to the node over this process's own connections, which bound time and size. */
function transportOf(
  node: ChainNode,
  timeoutMs: number,
  fetch: FetchProvider,
  seen: (fetched: Fetched) => void,
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
    seen(fetched);
    if (fetched.kind !== 'answered') {
      throw new Stopped(failed(fetched.kind, fetched.detail, 0));
    }
    const { status, body } = fetched;
    if (status === 429) {
      throw new Stopped(failed('rate_limited', 'HTTP 429', status));
    }
    if (status !== 200) {
      throw new Stopped(failed('http_error', `HTTP ${status}`, status));
    }
    if (typeof body !== 'object' || body === null || !('result' in body || 'error' in body)) {
      throw new Stopped(failed('malformed', 'the node did not answer in the form of JSON-RPC', status));
    }
    return body as Response;
  };
}

/** A failed request that was sent. */
export function failed(outcome: NodeFailure['outcome'], detail: string, httpStatus: number): NodeFailure {
  return { kind: 'failed', outcome, detail, httpStatus, sent: true };
}

function tellHealth(node: ChainNode, method: NodeMethod, reply: NodeReply, retryAfterMs: number | undefined): void {
  if (reply.kind === 'answered') {
    node.breaker.record('success');
    return;
  }
  const limited = reply.outcome === 'rate_limited';
  if (limited && !oftenRefused.has(method)) {
    node.budget.pause(retryAfterMs ?? defaultPauseMs);
  }
  const saysNothing =
    limited || reply.outcome === 'stale' || (reply.outcome === 'http_error' && oftenRefused.has(method));
  node.breaker.record(saysNothing ? 'neutral' : 'failure');
}
