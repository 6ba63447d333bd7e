import { createBreaker } from '@assay/concurrency/circuit-breaker';
import { createLatency } from '@assay/concurrency/latency';
import type { FetchProvider } from '@assay/providers/fetch';
import type { Clock } from '@assay/runtime/clock';
import type { Finding } from '@assay/diagnosis/finding';
import type { ChainSnapshot } from '@assay/solana/account';
import { staleByClock, type ClockRule } from '@assay/solana/clock-age';
import { readClockSysvar } from '@assay/solana/decoders/clock-sysvar';
import { decodePriceUpdate } from '@assay/solana/decoders/price-update';
import { outcomeOf } from '@assay/solana/outcome';
import { maxSlotsBehind } from '@assay/solana/nodes/slot-tracker';
import { clockAddress } from '@assay/solana/programs';
import { createAccessDenials, liveDenialWaits } from '../sources/access-denials.ts';
import { readAccountsOf, type AccountsRead } from '../onchain/nodes/read-accounts.ts';
import type { ChainNode } from '../onchain/nodes/node.ts';
import { nodeTimeoutMs } from '../onchain/nodes/request.ts';
import { durationText, findingOf, medianOf, type OutcomeCode } from './outcomes.ts';
import type { Reach, ReachHost } from './reach.ts';

/** The dependencies of the check of nodes. */
export type NodeCheckPorts = {
  readonly nodes: readonly ChainNode[];
  /** An account that states a price and that every node of the Solana main network can read. */
  readonly priceAccount: string;
  readonly fetch: FetchProvider;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly clockRule: ClockRule;
  readonly reach: ReachHost;
  /** Returns the measured verdict on the independence of two nodes, by the nodes' ids. */
  readonly relation: (a: string, b: string) => string;
};

/**
 * Maximum difference, in basis points, between two nodes' prices of the same account. A larger difference means that
 * the nodes show different chains, or that one of them lies.
 */
const maxApartBps = 50;

type NodeAnswer = {
  readonly node: ChainNode;
  readonly read: AccountsRead;
  readonly tookMs: number;
  readonly reached: Reach;
  readonly price: number | undefined;
};

/**
 * Reads the clock and a price account of all nodes in parallel. Takes at most slightly longer than one read. Never
 * rejects.
 */
export async function checkNodes(ports: NodeCheckPorts): Promise<Finding[]> {
  const answers = await Promise.all(ports.nodes.map((node) => readNode(node, ports)));
  const slots = answers.flatMap(({ read }) => (read.kind === 'snapshot' ? [read.snapshot.slot] : []));
  const prices = answers.flatMap(({ price }) => price ?? []);
  const expected = { slot: medianSlot(slots), price: prices.length >= 3 ? medianOf(prices) : undefined };
  return answers.map((answer) => {
    const { outcome, detail } = judge(answer, expected, ports);
    return findingOf('node', answer.node.id, outcome, detail, factsOf(answer, expected.slot, ports));
  });
}

/**
 * Returns the median slot, against which each node is compared. Compared with the highest slot, all nodes would look
 * late if one node reported a slot far ahead.
 */
function medianSlot(slots: readonly number[]): number {
  return slots.length === 2 ? Math.max(...slots) : (medianOf(slots) ?? 0);
}

/**
 * Reads a node with a circuit breaker of its own. The node's usual breaker may be open and would then hide the node's
 * actual state from the operator.
 */
async function readNode(node: ChainNode, ports: NodeCheckPorts): Promise<NodeAnswer> {
  const { clock, fetch, priceAccount } = ports;
  const apart: ChainNode = {
    ...node,
    breaker: createBreaker(clock.monotonic),
    latency: createLatency(),
    denials: createAccessDenials(liveDenialWaits, clock.monotonic),
    inFlight: 0,
  };
  const startedAtMs = clock.monotonic();
  const options = { timeoutMs: nodeTimeoutMs };
  const [read, reached] = await Promise.all([
    readAccountsOf(apart, [clockAddress, priceAccount], options, { fetch, monotonic: clock.monotonic }),
    ports.reach(node.url, nodeTimeoutMs - 200),
  ]);
  return { node, read, reached, tookMs: clock.monotonic() - startedAtMs, price: priceIn(read, priceAccount) };
}

function priceIn(read: AccountsRead, address: string): number | undefined {
  const account = read.kind === 'snapshot' ? read.snapshot.accounts.get(address) : undefined;
  const decoded = account === undefined || account === null ? undefined : outcomeOf(() => decodePriceUpdate(account));
  return decoded?.kind === 'value' ? Number(decoded.value.mantissa) * 10 ** decoded.value.exponent : undefined;
}

type Expected = { readonly slot: number; readonly price: number | undefined };

function judge(
  { read, reached, price, node }: NodeAnswer,
  expected: Expected,
  ports: NodeCheckPorts,
): { readonly outcome: OutcomeCode; readonly detail: string } {
  if (read.kind === 'failed') {
    return { outcome: failureCode(read, reached), detail: read.outcome === 'timeout' ? reached.detail : read.detail };
  }
  const behind = expected.slot - read.snapshot.slot;
  if (behind > maxSlotsBehind) {
    return { outcome: 'behind', detail: `by ${behind} slots` };
  }
  const { snapshot } = read;
  const stale = staleByClock(snapshot, ports.clock.now(), ports.clockRule);
  if (stale !== undefined) {
    return { outcome: snapshot.accounts.get(clockAddress) === null ? 'no_chain' : 'stale', detail: stale };
  }
  if (snapshot.accounts.get(ports.priceAccount) === null) {
    return { outcome: 'no_chain', detail: 'the price account of SOL does not exist there' };
  }
  const bps = apartBps(price, expected.price);
  if (bps > maxApartBps) {
    return { outcome: 'disagrees', detail: `its price account is ${Math.round(bps)} basis points from the others` };
  }
  return node.refusesSimulation ? { outcome: 'no_simulation', detail: '' } : { outcome: 'ok', detail: '' };
}

function apartBps(price: number | undefined, middle: number | undefined): number {
  return price === undefined || middle === undefined ? 0 : (Math.abs(price - middle) / middle) * 10_000;
}

function failureCode(read: Extract<AccountsRead, { kind: 'failed' }>, reached: Reach): OutcomeCode {
  switch (read.outcome) {
    case 'timeout':
      return reached.connected ? 'slow' : 'unreachable';
    case 'rate_limited':
    case 'unreachable':
    case 'over_budget':
    case 'stale':
      return read.outcome;
    case 'access_denied':
      return 'key_refused';
    case 'key_missing':
      return 'key_missing';
    case 'exhausted':
      return 'quota_used_up';
    case 'malformed':
      return 'unreadable';
    case 'http_error':
      return 'server_error';
    case 'circuit_open':
      return 'over_budget';
  }
}

function factsOf(answer: NodeAnswer, slot: number, { nodes, relation, clock }: NodeCheckPorts): Finding['facts'] {
  const { node, read, reached, tookMs } = answer;
  const budget = node.budget.remaining();
  const others = nodes.filter(({ id }) => id !== node.id);
  const independent = others.filter(({ id }) => relation(node.id, id) === 'independent').map(({ id }) => id);
  return {
    reachable: reached.connected ? 'yes' : `no: ${reached.detail}`,
    ...(read.kind === 'snapshot'
      ? { slot: String(read.snapshot.slot), 'slots behind': String(Math.max(0, slot - read.snapshot.slot)) }
      : {}),
    ...clockFact(read, clock.now()),
    latency: durationText(tookMs),
    'budget left':
      budget === undefined ? 'no limit' : `${budget.left} of ${budget.requests} per ${durationText(budget.perMs)}`,
    'independent of': independent.length === 0 ? 'none measured yet' : independent.join(', '),
  };
}

function clockFact(read: AccountsRead, nowMs: number): Finding['facts'] {
  const seconds = read.kind === 'snapshot' ? chainSeconds(read.snapshot) : undefined;
  return seconds === undefined ? {} : { 'age of datum': durationText(nowMs - seconds * 1_000) };
}

function chainSeconds(snapshot: ChainSnapshot): number | undefined {
  const clock = outcomeOf(() => readClockSysvar(snapshot));
  return clock.kind === 'value' ? Number(clock.value.unixSeconds) : undefined;
}
