import type { Clock } from '@assay/runtime/clock';
import type { LargestAccounts } from '@assay/solana/risk/holders';
import type { Attempt } from '../../verification/answer.ts';
import { nodeCostMicros, type ChainNode } from '../nodes/node.ts';
import type { NodeReader } from '../nodes/node-reader.ts';
import type { CostBudget } from '@assay/concurrency/cost-budget';
import type { MeasuredNodes } from './plan-nodes.ts';

/** The lists of a mint's largest accounts, as nodes return them for one call. */
export type HolderLists = {
  /** Returns the list of a mint. Asks the nodes only once per mint. */
  readonly listOf: (mint: string) => Promise<LargestAccounts>;
  /**
   * Returns the reason why a list comes from a single node, as the end of a sentence. Returns undefined when two
   * independent nodes gave every list. Also returns undefined when no node gave a list. The token's risk then assumes
   * the worst case.
   */
  readonly shortfall: () => string | undefined;
  /** Returns every request for a list so far, as the decision stores it. */
  readonly attempts: () => readonly Attempt[];
};

/** The dependencies of holder lists. */
export type HolderListPorts = {
  readonly reader: NodeReader;
  readonly clock: Clock;
  readonly measured: MeasuredNodes;
};

/** The list that one node returned. */
type GivenList = { readonly node: ChainNode; readonly addresses: readonly string[] };

const listTimeoutMs = 1_500;
/**
 * Number of nodes that the call asks in parallel. If they do not give two independent lists, the call asks further
 * nodes one after another.
 */
const askedAtOnce = 2;
/** The maximum number of lists that one call pays for. */
export const maxListsPerCall = 3;
/**
 * Maximum number of nodes that one call asks for the list of a mint. It is above `maxListsPerCall`, because many public
 * nodes refuse, and a refusal is free. A list costs credits, and a request without an answer costs the same.
 */
const maxNodesAsked = 8;

/**
 * Creates the holder lists of one call. It merges the lists of independent nodes, so that one node cannot hide a
 * holder. If only one node gives a list, the call uses this list, and `shortfall` returns the reason. The balances of
 * the holders are read from their accounts, not from the lists.
 * @param nodes the nodes in the order of asking.
 */
export function createHolderLists(
  nodes: readonly ChainNode[],
  budget: CostBudget,
  deadlineAtMs: number,
  ports: HolderListPorts,
): HolderLists {
  const lists = new Map<string, Promise<LargestAccounts>>();
  const attempts: Attempt[] = [];
  const shortfalls: string[] = [];
  const ask = createAskForList(attempts, budget, deadlineAtMs, ports);
  const isConfirmed = (lists: readonly GivenList[]): boolean =>
    lists.some((a) => lists.some((b) => a !== b && ports.measured(a.node.id, b.node.id).verdict === 'independent'));
  const merge = async (mint: string): Promise<LargestAccounts> => {
    const answers = await Promise.all(nodes.slice(0, askedAtOnce).map((node) => ask(node, mint)));
    const givenLists = answers.filter((list) => list !== undefined);
    const paid = (): number => attempts.filter(({ costMicros }) => costMicros > 0n).length;
    for (const node of nodes.slice(askedAtOnce, maxNodesAsked)) {
      const list = isConfirmed(givenLists) || paid() >= maxListsPerCall ? undefined : await ask(node, mint);
      givenLists.push(...(list === undefined ? [] : [list]));
    }
    if (givenLists.length === 0) {
      return { kind: 'unread', why: 'no node listed them' };
    }
    if (!isConfirmed(givenLists)) {
      const names = givenLists.map(({ node }) => node.name).join(' and ');
      shortfalls.push(`only ${names} listed the largest holders, and no independent node confirmed them`);
    }
    return { kind: 'read', accounts: [...new Set(givenLists.flatMap(({ addresses }) => addresses))] };
  };
  return {
    listOf: (mint) => {
      let list = lists.get(mint);
      if (list === undefined) {
        list = merge(mint);
        lists.set(mint, list);
      }
      return list;
    },
    shortfall: () => shortfalls[0],
    attempts: () => attempts,
  };
}

/** Asks one node for the list of a mint, within the cost budget, and records the attempt. */
type AskForList = (node: ChainNode, mint: string) => Promise<GivenList | undefined>;

function createAskForList(
  attempts: Attempt[],
  budget: CostBudget,
  deadlineAtMs: number,
  { reader, clock }: Pick<HolderListPorts, 'reader' | 'clock'>,
): AskForList {
  return async (node, mint) => {
    const askedAtMs = clock.now();
    const timeoutMs = Math.min(listTimeoutMs, deadlineAtMs - clock.monotonic());
    const cost = nodeCostMicros.list;
    if (timeoutMs <= 0 || !budget.trySpend(cost)) {
      return undefined;
    }
    const unanswered: Attempt = {
      provider: node.name,
      span: `list ${node.id}`,
      role: 'peer',
      outcome: 'timeout',
      askedAtMs,
      receivedAtMs: 0,
      dataJson: '',
      detail: 'largest accounts: the call ended before the node answered',
      costMicros: cost,
      httpStatus: 0,
      coalesced: false,
    };
    // From now on the budget is charged for the request, even if the call ends before the answer arrives.
    const index = attempts.push(unanswered) - 1;
    const read = await reader.largest(node, mint, timeoutMs);
    const sent = read.kind === 'list' || read.sent;
    const isPaid = read.kind === 'list' || read.outcome === 'timeout';
    if (!isPaid) {
      budget.refund(cost);
    }
    attempts[index] = {
      ...unanswered,
      outcome: read.kind === 'list' ? 'ok' : read.outcome,
      receivedAtMs: sent ? clock.now() : 0,
      dataJson: read.kind === 'list' ? JSON.stringify({ mint, largestAccounts: read.addresses }) : '',
      detail: read.kind === 'list' ? '' : `largest accounts: ${read.detail}`,
      costMicros: isPaid ? cost : 0n,
      httpStatus: read.kind === 'list' ? 200 : read.httpStatus,
    };
    return read.kind === 'list' ? { node, addresses: read.addresses } : undefined;
  };
}
