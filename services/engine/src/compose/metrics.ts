import type { ServiceTools } from '@assay/runtime/run';
import { createThrottledWarning } from '@assay/telemetry/throttled-log';
import { createUnexpectedReport, type ReportUnexpected } from '@assay/telemetry/unexpected-errors';
import type { SourceOutcome } from '../sources/observe.ts';
import type { ChainNode } from '../onchain/nodes/node.ts';
import type { SignedPriceResult } from '../references/signed-price.ts';
import type { NodeObservation } from '../onchain/nodes/node-reader.ts';
import type { Source, SourcesByType } from '../sources/source.ts';

/** The engine's metrics. */
export type EngineMetrics = {
  /** Counts one finished request to a source. A request that several calls share counts once. */
  readonly attempt: (source: Source, outcome: SourceOutcome, tookMs: number) => void;
  /** Counts one finished read of a node. */
  readonly nodeRead: (observation: NodeObservation) => void;
  readonly decision: (type: string, outcome: string, level: string) => void;
  readonly outboxDepth: (rows: number) => void;
  /** Sets the number of days from today for which the table of decisions has partitions. */
  readonly partitionDaysAhead: (days: number) => void;
  /** Counters of the measurement's input. */
  readonly measured: {
    /** Counts an observation that was not measured because a queue was full. */
    readonly onDropped: () => void;
    /** Counts the trades of streams by what happened to them: learned, repeated or dropped. */
    readonly onPrints: (result: string, count: number) => void;
  };
  /** Sets, for every source and node, the state of the circuit breaker and whether the provider refuses us. */
  readonly breakers: (sources: SourcesByType, nodes: readonly ChainNode[]) => void;
  /** Counts one read of a signed price of Pyth, and logs the cause when it was not accepted. */
  readonly signedPrice: (result: SignedPriceResult, detail: string) => void;
  /** Counts and logs an unexpected error in the handling of a source's answer. */
  readonly onUnexpected: ReportUnexpected;
};

/**
 * The metrics label for requests to nodes. It replaces the data type, because one read of a node serves all chain
 * types.
 */
const nodesLabel = 'chain';

const breakerValues = { closed: 0, untried: 0, suspect: 1, half_open: 2, open: 3 } as const;

/** Registers the engine's metrics. */
export function createEngineMetrics(tools: Pick<ServiceTools, 'log' | 'metrics'>): EngineMetrics {
  const { metrics } = tools;
  const attempts = metrics.counter('assay_engine_attempts_total', 'Requests to sources and nodes, by outcome.', [
    'provider',
    'type',
    'outcome',
  ]);
  const durations = metrics.histogram(
    'assay_engine_attempt_duration_seconds',
    'Duration of requests to sources and nodes.',
    ['provider'],
  );
  const decision = metrics.tally('assay_engine_decisions_total', 'Decisions made.', ['type', 'outcome', 'level']);
  const outbox = metrics.gauge('assay_engine_outbox_batches', 'Batches of decisions in the outbox.', []);
  const partitions = metrics.gauge(
    'assay_engine_partition_days_ahead',
    'Days from today, today included, for which the table of decisions has partitions.',
    [],
  );
  const breakers = metrics.gauge(
    'assay_engine_breaker_state',
    'State of the circuit breaker of a source: 0 closed, 1 suspect, 2 half open, 3 open.',
    ['provider', 'type'],
  );
  const denied = metrics.gauge(
    'assay_engine_provider_denied',
    'Whether a provider or a node refused our key, plan or address and has answered nothing since: 1 or 0.',
    ['provider'],
  );
  const dropped = metrics.counter(
    'assay_engine_observations_dropped_total',
    'Observations that the measurement of independence dropped, because a queue was full.',
    [],
  );
  const prints = metrics.counter(
    'assay_engine_prints_total',
    'Trades of streams that reached the measurement of independence: learned (used), repeated, or dropped because its queue was full.',
    ['result'],
  );
  return {
    measured: { onDropped: () => dropped.inc(), onPrints: (result, count) => prints.inc({ result }, count) },
    onUnexpected: createUnexpectedReport(tools),
    partitionDaysAhead: (days) => partitions.set(days),
    attempt: (source, outcome, tookMs) => {
      attempts.inc({ provider: source.provider.id, type: source.type.id, outcome });
      durations.observe({ provider: source.provider.id }, tookMs / 1_000);
    },
    nodeRead: ({ node, outcome, askedAtMs, receivedAtMs }) => {
      attempts.inc({ provider: node, type: nodesLabel, outcome });
      durations.observe({ provider: node }, (receivedAtMs - askedAtMs) / 1_000);
    },
    decision,
    signedPrice: createSignedPriceReport(tools),
    outboxDepth: (rows) => outbox.set(rows),
    breakers: (sources, nodes) => {
      for (const { id, breaker, denials } of nodes) {
        denied.set({ provider: id }, denials.isDenied() ? 1 : 0);
        breakers.set({ provider: id, type: nodesLabel }, breakerValues[breaker.state()]);
      }
      for (const [type, list] of sources) {
        for (const { provider, breaker, usage } of list) {
          denied.set({ provider: provider.id }, usage.denials.isDenied() ? 1 : 0);
          breakers.set({ provider: provider.id, type }, breakerValues[breaker.state()]);
        }
      }
    },
  };
}

/** Returns a function that counts reads of signed prices, and logs why one was not accepted. */
function createSignedPriceReport({
  log,
  metrics,
}: Pick<ServiceTools, 'log' | 'metrics'>): EngineMetrics['signedPrice'] {
  const results = metrics.counter(
    'assay_engine_signed_prices_total',
    'Reads of signed prices of Pyth: ok, or why the price was not accepted.',
    ['result'],
  );
  const warn = createThrottledWarning(log);
  return (result, detail) => {
    results.inc({ result });
    if (result !== 'ok' && result !== 'over_budget') {
      warn('did not accept a signed price of pyth', undefined, { result, cause: detail });
    }
  };
}
