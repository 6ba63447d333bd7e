import type { Clock } from '@assay/service/clock';
import type { AttemptReport } from '../../verification/report.ts';
import { nodeCostMicros, type ChainNode } from '../nodes/node.ts';
import type { NodeReader } from '../nodes/node-reader.ts';
import type { LargestAccounts } from '@assay/solana/risk/holders';
import type { Meter } from './cost-budget.ts';

/** The lists of largest accounts of one call. */
export type ListBook = {
  /** The list of a mint, asked for once however often it is wanted. */
  readonly of: (mint: string) => Promise<LargestAccounts>;
  /** What was asked, for the record. */
  readonly attempts: () => readonly AttemptReport[];
};

const listTimeoutMs = 1_500;

/**
 * Creates the book of one call. Both nodes are asked and their lists are put together, so that neither can keep a holder
 * out of sight; what each listed account holds is then read from either node. A list that only one gives is used.
 * @param nodes the nodes to ask.
 */
export function createListBook(
  nodes: readonly ChainNode[],
  meter: Meter,
  deadlineAtMs: number,
  { reader, clock }: { readonly reader: NodeReader; readonly clock: Clock },
): ListBook {
  const lists = new Map<string, Promise<LargestAccounts>>();
  const attempts: AttemptReport[] = [];
  const ask = async (node: ChainNode, mint: string): Promise<readonly string[] | undefined> => {
    const askedAtMs = clock.now();
    const timeoutMs = Math.min(listTimeoutMs, deadlineAtMs - askedAtMs);
    const cost = nodeCostMicros.list;
    if (timeoutMs <= 0 || !meter.pay(cost)) {
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
      detail: 'its largest accounts: the call ended before they came',
      costMicros: cost,
      httpStatus: 0,
      coalesced: false,
    };
    // It is paid for from now on, whether or not the call still waits for the answer.
    const place = attempts.push(unanswered) - 1;
    const read = await reader.largest(node, mint, timeoutMs);
    const sent = read.kind === 'list' || read.sent;
    if (!sent) {
      meter.giveBack(cost);
    }
    attempts[place] = {
      ...unanswered,
      outcome: read.kind === 'list' ? 'ok' : read.outcome,
      receivedAtMs: sent ? clock.now() : 0,
      dataJson: read.kind === 'list' ? JSON.stringify({ mint, largestAccounts: read.addresses }) : '',
      detail: read.kind === 'list' ? '' : `its largest accounts: ${read.detail}`,
      costMicros: sent ? cost : 0n,
      httpStatus: read.kind === 'list' ? 200 : read.httpStatus,
    };
    return read.kind === 'list' ? read.addresses : undefined;
  };
  const collect = async (mint: string): Promise<LargestAccounts> => {
    const read = await Promise.all(nodes.map((node) => ask(node, mint)));
    const given = read.filter((list) => list !== undefined);
    return given.length === 0
      ? { kind: 'unread', why: 'no node would list its largest accounts' }
      : { kind: 'read', accounts: [...new Set(given.flat())] };
  };
  return {
    of: (mint) => {
      let list = lists.get(mint);
      if (list === undefined) {
        list = collect(mint);
        lists.set(mint, list);
      }
      return list;
    },
    attempts: () => attempts,
  };
}
