import type { Clock } from '@assay/service/clock';
import type { LargestAccounts } from '@assay/solana/risk/holders';
import type { AttemptReport } from '../../verification/report.ts';
import { nodeCostMicros, type ChainNode } from '../nodes/node.ts';
import type { NodeReader } from '../nodes/node-reader.ts';
import type { CostBudget } from './cost-budget.ts';

/** The lists of largest accounts of one call. */
export type HolderLists = {
  /** Returns the list of a mint. Asks the nodes once per mint. */
  readonly listOf: (mint: string) => Promise<LargestAccounts>;
  /** Returns every request so far, for the decision. */
  readonly attempts: () => readonly AttemptReport[];
};

const listTimeoutMs = 1_500;

/**
 * Creates the holder lists of one call. Asks all of `nodes` and merges their lists, so that one node cannot hide a
 * holder. A list from only one node is used too. The balances come from the accounts, not from the lists.
 */
export function createHolderLists(
  nodes: readonly ChainNode[],
  budget: CostBudget,
  deadlineAtMs: number,
  { reader, clock }: { readonly reader: NodeReader; readonly clock: Clock },
): HolderLists {
  const lists = new Map<string, Promise<LargestAccounts>>();
  const attempts: AttemptReport[] = [];
  const ask = async (node: ChainNode, mint: string): Promise<readonly string[] | undefined> => {
    const askedAtMs = clock.now();
    const timeoutMs = Math.min(listTimeoutMs, deadlineAtMs - askedAtMs);
    const cost = nodeCostMicros.list;
    if (timeoutMs <= 0 || !budget.trySpend(cost)) {
      return undefined;
    }
    const unanswered: AttemptReport = {
      provider: node.name,
      span: `list ${node.id}`,
      role: 'peer',
      outcome: 'timeout',
      askedAtMs,
      receivedAtMs: 0,
      sourceAtMs: 0,
      dataJson: '',
      detail: 'largest accounts: the call ended before the node answered',
      costMicros: cost,
      httpStatus: 0,
      coalesced: false,
    };
    // The request costs from now on, even when the call ends before the answer arrives.
    const index = attempts.push(unanswered) - 1;
    const read = await reader.largest(node, mint, timeoutMs);
    const sent = read.kind === 'list' || read.sent;
    if (!sent) {
      budget.refund(cost);
    }
    attempts[index] = {
      ...unanswered,
      outcome: read.kind === 'list' ? 'ok' : read.outcome,
      receivedAtMs: sent ? clock.now() : 0,
      dataJson: read.kind === 'list' ? JSON.stringify({ mint, largestAccounts: read.addresses }) : '',
      detail: read.kind === 'list' ? '' : `largest accounts: ${read.detail}`,
      costMicros: sent ? cost : 0n,
      httpStatus: read.kind === 'list' ? 200 : read.httpStatus,
    };
    return read.kind === 'list' ? read.addresses : undefined;
  };
  const merge = async (mint: string): Promise<LargestAccounts> => {
    const answers = await Promise.all(nodes.map((node) => ask(node, mint)));
    const given = answers.filter((list) => list !== undefined);
    return given.length === 0
      ? { kind: 'unread', why: 'no node listed them' }
      : { kind: 'read', accounts: [...new Set(given.flat())] };
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
    attempts: () => attempts,
  };
}
