import { clockAddress } from '@assay/solana/programs';
import type { Clock } from '@assay/runtime/clock';
import type { ChainSnapshot } from '@assay/solana/account';
import type { Outcome } from '@assay/solana/outcome';
import type { LargestAccounts } from '@assay/solana/risk/holders';
import { nodeCostMicros, type ChainNode } from '../nodes/node.ts';
import type { NodeReader } from '../nodes/node-reader.ts';
import { maxAddresses } from '../nodes/read-accounts.ts';
import { failedRequest, nodeTimeoutMs, type NodeFailure } from '../nodes/request.ts';
import type { ChainQuestion, Derived } from '../types/define.ts';
import type { CostBudget } from '@assay/concurrency/cost-budget';
import type { PrefetchHints } from './prefetch-cache.ts';

/** One question of a call and its cost budget. */
export type BudgetedQuestion = { readonly question: ChainQuestion; readonly budget: CostBudget };

/** The result of resolving the questions of a call on one node. */
export type NodeResult = {
  readonly node: ChainNode;
  readonly askedAtMs: number;
  /** Milliseconds since the Unix epoch. Zero when no request was sent. */
  readonly receivedAtMs: number;
  readonly coalesced: boolean;
  /** The accounts with the outcome of each question, or the reason why the read failed. */
  readonly end:
    | { readonly kind: 'read'; readonly state: ChainSnapshot; readonly outcomes: readonly Outcome<Derived>[] }
    | NodeFailure;
};

/** The dependencies of `resolveOnNode`. */
export type ResolvePorts = {
  readonly reader: NodeReader;
  readonly clock: Clock;
  /** Returns the largest accounts of a mint. Every node of the call gets the same list. Never rejects. */
  readonly listOf: (mint: string) => Promise<LargestAccounts>;
};

/** Limits and callbacks of one read. */
export type ResolveOptions = {
  readonly minContextSlot?: number;
  readonly deadlineAtMs: number;
  /** The accounts and mints that an earlier answer to the same questions needed. */
  readonly hints: PrefetchHints;
  /**
   * The cost of each question so far, in micro-credits. The function updates it with every request, so that it is right
   * even if the caller stops waiting.
   */
  readonly costsMicros: bigint[];
  /** Returns whether the caller stopped waiting. The function then sends no further request. */
  readonly isAbandoned: () => boolean;
  /** Called when the node has answered and may need another request. */
  readonly onProgress: () => void;
  /** Receives the accounts of each response, even while other accounts are still missing. */
  readonly onSnapshot: (node: ChainNode, snapshot: ChainSnapshot) => void;
};

/**
 * Maximum number of rounds of requests. The deepest derivation takes three rounds. Two more are allowed, because a
 * later response may show that further accounts are needed.
 */
const maxRounds = 5;

/**
 * Reads one node until every question has an outcome. Each round reads all addresses again, so that all outcomes come
 * from the same slot of this node. A read has one price, whatever number of requests it takes. If it sent no request,
 * it is free.
 */
export async function resolveOnNode(
  questions: readonly BudgetedQuestion[],
  node: ChainNode,
  options: ResolveOptions,
  ports: ResolvePorts,
): Promise<NodeResult> {
  const { clock } = ports;
  const askedAtMs = clock.now();
  const resultOf = (end: NodeResult['end'], coalesced = false): NodeResult => ({
    node,
    askedAtMs,
    receivedAtMs: end.kind === 'failed' && !end.sent ? 0 : clock.now(),
    coalesced,
    end,
  });
  if (!spend(questions, options.costsMicros)) {
    return resultOf(unsent('over_budget', 'the cost budget of the call is used up'));
  }
  const { end, coalesced, sent } = await readRounds(questions, node, options, ports).catch(
    (error: unknown): RoundsResult => {
      // A derivation should return a result for any accounts. If it throws, our code has a defect. The error then ends
      // only the attempt at this node.
      ports.reader.onUnexpected(node.id, error);
      return { end: failedRequest('malformed', 'its accounts could not be read', 200), coalesced: false, sent: true };
    },
  );
  if (!sent) {
    refund(questions, options.costsMicros);
  }
  return resultOf(end, coalesced);
}

type RoundsResult = { readonly end: NodeResult['end']; readonly coalesced: boolean; readonly sent: boolean };

async function readRounds(
  questions: readonly BudgetedQuestion[],
  node: ChainNode,
  options: ResolveOptions,
  { reader, clock, listOf }: ResolvePorts,
): Promise<RoundsResult> {
  const { deadlineAtMs, minContextSlot, hints } = options;
  // Every read includes the Clock sysvar, because the age of a snapshot is computed from it.
  const addresses = new Set([
    clockAddress,
    ...questions.flatMap(({ question }) => question.addresses),
    ...hints.addresses,
  ]);
  const lists = new Map<string, LargestAccounts>();
  const loadLists = async (mints: readonly string[]): Promise<void> => {
    await Promise.all(mints.map(async (mint) => void lists.set(mint, await listOf(mint))));
  };
  const loading = loadLists([...new Set([...questions.flatMap(({ question }) => question.mints), ...hints.mints])]);
  // If a read fails, the rounds end and nothing awaits the lists any more. This handler prevents an unhandled
  // rejection.
  void loading.catch(() => undefined);
  let coalesced = false;
  let sent = false;
  for (let round = 0; round < maxRounds; round += 1) {
    const leftMs = deadlineAtMs - clock.monotonic();
    if (leftMs <= 0 || options.isAbandoned()) {
      return { end: unsent('timeout', 'no time was left to ask it'), coalesced, sent };
    }
    if (addresses.size > maxAddresses) {
      return { end: unsent('malformed', `the answer needs more than ${maxAddresses} accounts`), coalesced, sent };
    }
    const timeoutMs = Math.min(nodeTimeoutMs, leftMs);
    const slot = minContextSlot === undefined ? {} : { minContextSlot };
    const request = reader.accounts(node, [...addresses], { timeoutMs, ...slot });
    coalesced ||= request.coalesced;
    const read = await request.read;
    sent ||= read.kind === 'snapshot' || read.sent;
    if (read.kind === 'failed') {
      return { end: read, coalesced, sent };
    }
    const { snapshot } = read;
    options.onSnapshot(node, snapshot);
    await loading;
    let derivations = questions.map(({ question }) => question.derive(snapshot, lists));
    options.onProgress();
    const unlisted = derivations.flatMap((each) => (each.kind === 'needs_list' ? [each.mint] : []));
    if (unlisted.length > 0) {
      // If the holder list is loaded now, the derivation finds all accounts that it needs, which saves a round.
      await loadLists(unlisted);
      derivations = questions.map(({ question }) => question.derive(snapshot, lists));
    }
    const outcomes = derivations.filter((each) => each.kind === 'value' || each.kind === 'problem');
    if (outcomes.length === derivations.length) {
      return { end: { kind: 'read', state: snapshot, outcomes }, coalesced, sent };
    }
    for (const each of derivations) {
      if (each.kind === 'needs') {
        each.addresses.forEach((address) => addresses.add(address));
      }
    }
  }
  return { end: unsent('malformed', `its accounts still name others after ${maxRounds} reads`), coalesced, sent };
}

function spend(questions: readonly BudgetedQuestion[], costs: bigint[]): boolean {
  for (const [index, { budget }] of questions.entries()) {
    if (!budget.trySpend(nodeCostMicros.read)) {
      refund(questions, costs);
      return false;
    }
    costs[index] = nodeCostMicros.read;
  }
  return true;
}

function refund(questions: readonly BudgetedQuestion[], costs: bigint[]): void {
  for (const [index, { budget }] of questions.entries()) {
    budget.refund(costs[index] ?? 0n);
    costs[index] = 0n;
  }
}

function unsent(outcome: NodeFailure['outcome'], detail: string): NodeFailure {
  return { kind: 'failed', outcome, detail, httpStatus: 0, sent: false };
}
