import { createBreaker, type Breaker } from '../../sources/breaker.ts';
import { createBudget, type Budget } from '../../sources/budget.ts';
import { createLatency, type Latency } from '../../sources/latency.ts';

/** A node of the chain that this process reads, with everything that is known of it here. */
export type ChainNode = {
  /** As the operator named it, such as `node-a`. */
  readonly id: string;
  /** What callers see: the same, marked as the sandbox's where it is. */
  readonly name: string;
  /** Where its JSON-RPC is reached. It may hold a key and is never shown. */
  readonly url: string;
  readonly breaker: Breaker;
  readonly latency: Latency;
  readonly budget: Budget;
  /** Requests in flight. */
  inFlight: number;
};

/**
 * What nodes cost us, in micro-credits. One reading has one price however many requests it takes to find all accounts, so
 * that the same question costs the same whether or not it was asked before.
 */
export const nodeCostMicros = {
  /** All that an answer rests on, read as one snapshot. */
  reading: 100n,
  /** Accounts whose addresses are known, such as a price account. */
  accounts: 50n,
  /** The largest accounts of a mint. */
  list: 100n,
  simulation: 150n,
} as const;

/** A request that nodes are sent. */
export type NodeMethod = 'getMultipleAccounts' | 'getTokenLargestAccounts' | 'simulateTransaction';

/** How the operator has set the nodes up. */
export type NodeSettings = {
  readonly mode: 'sandbox' | 'live';
  readonly urls: Readonly<Record<string, string>>;
  /** Requests per milliseconds that a node of this name takes; absent: as many as it answers. */
  readonly budgets: Readonly<Record<string, { readonly requests: number; readonly perMs: number }>>;
};

/** Opens the nodes in the order of their names. */
export function openChainNodes({ mode, urls, budgets }: NodeSettings, now: () => number): ChainNode[] {
  return Object.entries(urls)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, url]) => ({
      id,
      name: mode === 'sandbox' ? `sandbox.${id}` : id,
      url,
      breaker: createBreaker(now),
      latency: createLatency(),
      budget: createBudget(budgets[id], now),
      inFlight: 0,
    }));
}

/** A pause longer than this counts as being away; a shorter one is over before anybody could act on it. */
const longPauseMs = 5_000;

/** Whether a node can serve now, as far as is known. */
export function isServing({ breaker, budget }: ChainNode): boolean {
  const state = breaker.state();
  return (state === 'closed' || state === 'suspect') && budget.pausedForMs() <= longPauseMs;
}
