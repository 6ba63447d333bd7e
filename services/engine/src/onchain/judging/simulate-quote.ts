import type { Clock } from '@assay/service/clock';
import type { AttemptReport } from '../../verification/report.ts';
import { nodeCostMicros, type ChainNode } from '../nodes/node.ts';
import type { NodeReader } from '../nodes/node-reader.ts';
import type { SimulationResult } from '@assay/solana/simulation/read-simulation';
import type { Simulation } from '../types/define.ts';
import type { Meter } from '../reads/cost-budget.ts';

/** What having a node compute the datum came to. */
export type Simulated = {
  readonly node: ChainNode;
  readonly reading: SimulationResult;
  readonly attempt: AttemptReport;
};

const simulationTimeoutMs = 2_000;

/** Has one node simulate what its own bytes were derived to give. Undefined when the call may not cost or wait more. */
export async function simulate(
  node: ChainNode,
  simulation: Simulation,
  minContextSlot: number,
  { meter, deadlineAtMs }: { readonly meter: Meter; readonly deadlineAtMs: number },
  { reader, clock }: { readonly reader: NodeReader; readonly clock: Clock },
): Promise<Simulated | undefined> {
  const cost = nodeCostMicros.simulation;
  const askedAtMs = clock.now();
  const timeoutMs = Math.min(simulationTimeoutMs, deadlineAtMs - askedAtMs);
  if (timeoutMs <= 0 || !meter.pay(cost)) {
    return undefined;
  }
  const reply = await reader.simulate(node, simulation.params(minContextSlot), timeoutMs);
  const sent = reply.kind === 'answered' || reply.sent;
  if (!sent) {
    meter.giveBack(cost);
  }
  const reading: SimulationResult =
    reply.kind === 'answered' ? simulation.read(reply.value) : { kind: 'failed', reason: reply.detail };
  const malformed = reply.kind === 'answered' && reading.kind === 'failed';
  return {
    node,
    reading,
    attempt: {
      provider: node.name,
      span: `simulate ${node.id}`,
      role: 'reference',
      outcome: malformed
        ? 'malformed'
        : reply.kind === 'failed'
          ? reply.outcome
          : reading.kind === 'amount'
            ? 'ok'
            : 'no_datum',
      askedAtMs,
      receivedAtMs: sent ? clock.now() : 0,
      sourceAtMs: 0,
      dataJson:
        reading.kind === 'amount'
          ? JSON.stringify({ amountOut: reading.amountOut.toString(), slot: reading.slot })
          : '',
      detail: reading.kind === 'amount' ? '' : reading.reason,
      costMicros: sent ? cost : 0n,
      httpStatus: reply.kind === 'answered' ? 200 : reply.httpStatus,
      coalesced: false,
    },
  };
}
