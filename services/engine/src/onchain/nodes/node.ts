import { createBreaker, type Breaker } from '@assay/concurrency/circuit-breaker';
import { createBudget, type Budget } from '@assay/concurrency/request-budget';
import { createLatency, type Latency } from '@assay/concurrency/latency';
import {
  createAccessDenials,
  liveDenialWaits,
  sandboxDenialWaits,
  type AccessDenials,
} from '../../sources/access-denials.ts';

/** A node of the chain, with its circuit breaker, latency and request budget. */
export type ChainNode = {
  /** The name that the operator gave the node, such as `node-a`. */
  readonly id: string;
  /** The node's name that callers see. In the sandbox it starts with `sandbox.`. */
  readonly name: string;
  /** The URL of the node's JSON-RPC. It is never logged or returned, because it may contain a key. */
  readonly url: string;
  readonly breaker: Breaker;
  readonly latency: Latency;
  readonly budget: Budget;
  /** Records that the node refused our key or address. */
  readonly denials: AccessDenials;
  /** Number of requests to the node in flight. */
  inFlight: number;
  /** Whether the node refused the last simulation by its policy. False before the first simulation. */
  refusesSimulation: boolean;
};

/**
 * Prices of requests to nodes, in micro-credits. A read has one price, whatever number of requests it takes, so a
 * question costs the same with and without prefetch hints.
 */
export const nodeCostMicros = {
  /** Price of a read of all accounts that an answer needs. */
  read: 100n,
  /** Price of a read of accounts with known addresses, such as a price account. */
  accounts: 50n,
  /** Price of a list of the largest accounts of a mint. */
  list: 100n,
  simulation: 150n,
} as const;

/** A JSON-RPC method of a node that this process calls. */
export type NodeMethod = 'getMultipleAccounts' | 'getTokenLargestAccounts' | 'simulateTransaction';

/** The operator's configuration of the nodes. */
export type NodeSettings = {
  readonly mode: 'sandbox' | 'live';
  readonly urls: Readonly<Record<string, string>>;
  /** Request budgets by node name. A node that is not listed has no limit. */
  readonly budgets: Readonly<Record<string, { readonly requests: number; readonly perMs: number }>>;
};

/** Returns the configured nodes in the order of their names. */
export function openChainNodes({ mode, urls, budgets }: NodeSettings, now: () => number): ChainNode[] {
  return Object.entries(urls)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, url]) => ({
      id,
      name: mode === 'sandbox' ? `sandbox.${id}` : id,
      url,
      breaker: createBreaker(now),
      latency: createLatency(),
      budget: createBudget(budgets[id], now),
      denials: createAccessDenials(mode === 'live' ? liveDenialWaits : sandboxDenialWaits, now),
      inFlight: 0,
      refusesSimulation: false,
    }));
}

/**
 * A node that must pause for at least this many milliseconds counts as unavailable. A shorter pause ends before anybody
 * could react to it.
 */
const longPauseMs = 5_000;

/** Returns whether a node can probably answer now. */
export function isServing({ breaker, budget, denials }: ChainNode): boolean {
  const state = breaker.state();
  const isAnswering = (state === 'closed' || state === 'suspect') && !denials.isDenied();
  return isAnswering && budget.pausedForMs() <= longPauseMs;
}

/** Returns the reason why a node that is not serving cannot answer, as a phrase that follows the node's name. */
export function whyNotServing({ budget, denials }: ChainNode): string {
  if (denials.isDenied()) {
    return "refuses Assay's key or address";
  }
  return budget.pausedForMs() > longPauseMs ? 'limits our requests' : 'is down';
}
