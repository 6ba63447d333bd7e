import type { Clock } from '@assay/runtime/clock';
import type { SimulationResult } from '@assay/solana/simulation/read-simulation';
import type { Attempt } from '../../verification/answer.ts';
import type { NodeReader } from '../nodes/node-reader.ts';
import { nodeCostMicros, type ChainNode } from '../nodes/node.ts';
import type { CostBudget } from '@assay/concurrency/cost-budget';
import type { Simulation } from '../types/define.ts';

/** One simulation on one node, and the attempt that the decision stores about it. */
export type SimulationAttempt = {
  readonly node: ChainNode;
  readonly result: SimulationResult;
  readonly attempt: Attempt;
};

const simulationTimeoutMs = 2_000;

/**
 * Lets one node simulate the swap, with the datum that follows from this node's accounts. When the call has used up its
 * budget or its time, sends nothing and returns undefined.
 */
export async function simulate(
  node: ChainNode,
  simulation: Simulation,
  minContextSlot: number,
  { budget, deadlineAtMs }: { readonly budget: CostBudget; readonly deadlineAtMs: number },
  { reader, clock }: { readonly reader: NodeReader; readonly clock: Clock },
): Promise<SimulationAttempt | undefined> {
  const cost = nodeCostMicros.simulation;
  const askedAtMs = clock.now();
  const timeoutMs = Math.min(simulationTimeoutMs, deadlineAtMs - clock.monotonic());
  if (timeoutMs <= 0 || !budget.trySpend(cost)) {
    return undefined;
  }
  const reply = await reader.simulate(node, simulation.params(minContextSlot), timeoutMs);
  const sent = reply.kind === 'answered' || reply.sent;
  if (!sent) {
    budget.refund(cost);
  }
  const result: SimulationResult =
    reply.kind === 'answered' ? simulation.read(reply.value) : { kind: 'failed', reason: reply.detail };
  const malformed = reply.kind === 'answered' && result.kind === 'failed';
  return {
    node,
    result,
    attempt: {
      provider: node.name,
      span: `simulate ${node.id}`,
      role: 'reference',
      outcome: malformed
        ? 'malformed'
        : reply.kind === 'failed'
          ? reply.outcome
          : result.kind === 'amount'
            ? 'ok'
            : 'no_datum',
      askedAtMs,
      receivedAtMs: sent ? clock.now() : 0,
      dataJson:
        result.kind === 'amount' ? JSON.stringify({ amountOut: result.amountOut.toString(), slot: result.slot }) : '',
      detail: result.kind === 'amount' ? '' : result.reason,
      costMicros: sent ? cost : 0n,
      httpStatus: reply.kind === 'answered' ? 200 : reply.httpStatus,
      coalesced: false,
    },
  };
}
