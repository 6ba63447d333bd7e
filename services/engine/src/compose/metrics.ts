import type { Metrics } from '@assay/service/metrics';
import type { AttemptOutcome } from '../sources/observe.ts';
import type { ChainNode } from '../onchain/nodes/node.ts';
import type { NodeObservation } from '../onchain/nodes/node-reader.ts';
import type { Source, SourcesByType } from '../sources/source.ts';

/** What the engine counts. */
export type EngineMetrics = {
  /** One request to a source that ended, however many calls shared it. */
  readonly attempt: (source: Source, outcome: AttemptOutcome, tookMs: number) => void;
  /** One read of a node of the chain that ended. */
  readonly nodeRead: (observation: NodeObservation) => void;
  readonly decision: (type: string, outcome: string) => void;
  readonly outboxDepth: (rows: number) => void;
  /** Counts an observation that nothing was learned from, since too many waited. */
  readonly observationDropped: () => void;
  /** Writes down the state of every source's and every node's breaker. */
  readonly breakers: (sources: SourcesByType, nodes: readonly ChainNode[]) => void;
};

/** What stands for a type where a node is read, since one read serves all of them. */
const nodesLabel = 'chain';

const breakerValues = { closed: 0, untried: 0, suspect: 1, half_open: 2, open: 3 } as const;

/** Registers the engine's metrics with its process. */
export function createEngineMetrics(metrics: Metrics): EngineMetrics {
  const attempts = metrics.counter('assay_engine_attempts_total', 'Requests to sources, by outcome.', [
    'provider',
    'type',
    'outcome',
  ]);
  const durations = metrics.histogram('assay_engine_attempt_duration_seconds', 'Duration of requests to sources.', [
    'provider',
  ]);
  const decisions = metrics.counter('assay_engine_decisions_total', 'Decisions recorded, by outcome.', [
    'type',
    'outcome',
  ]);
  const outbox = metrics.gauge('assay_engine_outbox_batches', 'Batches of decisions that wait to be published.', []);
  const breakers = metrics.gauge(
    'assay_engine_breaker_state',
    'State of the circuit to a source: 0 closed, 1 suspect, 2 half open, 3 open.',
    ['provider', 'type'],
  );
  const dropped = metrics.counter(
    'assay_engine_observations_dropped_total',
    'Answers that nothing was learned from, since too many waited for the learning thread.',
    [],
  );
  return {
    observationDropped: () => dropped.inc(),
    attempt: (source, outcome, tookMs) => {
      attempts.inc({ provider: source.provider.id, type: source.type.id, outcome });
      durations.observe({ provider: source.provider.id }, tookMs / 1_000);
    },
    nodeRead: ({ node, outcome, askedAtMs, receivedAtMs }) => {
      attempts.inc({ provider: node, type: nodesLabel, outcome });
      durations.observe({ provider: node }, (receivedAtMs - askedAtMs) / 1_000);
    },
    decision: (type, outcome) => decisions.inc({ type, outcome }),
    outboxDepth: (rows) => outbox.set(rows),
    breakers: (sources, nodes) => {
      for (const { id, breaker } of nodes) {
        breakers.set({ provider: id, type: nodesLabel }, breakerValues[breaker.state()]);
      }
      for (const [type, list] of sources) {
        for (const { provider, breaker } of list) {
          breakers.set({ provider: provider.id, type }, breakerValues[breaker.state()]);
        }
      }
    },
  };
}
