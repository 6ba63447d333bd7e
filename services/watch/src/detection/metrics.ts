import type { Metrics } from '@assay/telemetry/metrics';

/** Metrics of the detection of changes. */
export type DetectionMetrics = {
  readonly onRound: (round: { readonly seconds: number; readonly read: number; readonly missed: number }) => void;
  readonly onCall: (call: { readonly node: string; readonly outcome: string }) => void;
  readonly onChanges: (counts: { readonly changes: number; readonly backwards: number }) => void;
  readonly onPublished: (outcome: 'stored' | 'refused', count: number) => void;
  /** Sets the number of partitions that this replica polls. */
  readonly leased: (partitions: number) => void;
  readonly onStreamEvent: (event: string, subscriptions: number) => void;
  /** Counts an address at which two nodes begin to contradict each other. */
  readonly onContradiction: (nodes: readonly string[]) => void;
};

/** Creates the metrics of detection. Node names may be labels, because the operator chooses them and there are few. */
export function createDetectionMetrics(metrics: Metrics): DetectionMetrics {
  const rounds = metrics.histogram('assay_watch_poll_round_seconds', 'Duration of a round of polling.', []);
  const addresses = metrics.gauge(
    'assay_watch_polled_addresses',
    'Addresses of the last round, by whether they were read.',
    ['outcome'],
  );
  const lastRound = metrics.gauge(
    'assay_watch_last_round_timestamp_seconds',
    'Time of the last round that read every address.',
    [],
  );
  const calls = metrics.counter('assay_watch_node_calls_total', 'Reads of nodes, by outcome.', ['node', 'outcome']);
  const changes = metrics.counter('assay_watch_changes_total', 'Changes detected at watched addresses.', []);
  const backwards = metrics.counter(
    'assay_watch_backwards_reads_total',
    'Addresses that a node showed at an older slot than before. They were ignored.',
    [],
  );
  const triggers = metrics.counter('assay_watch_triggers_total', 'Triggers, by whether the queue stored them.', [
    'outcome',
  ]);
  const partitions = metrics.gauge('assay_watch_partitions', 'Partitions that this replica polls.', []);
  const subscriptions = metrics.gauge('assay_watch_subscriptions', 'Addresses subscribed to by WebSocket.', []);
  const contradictions = metrics.counter(
    'assay_watch_node_contradictions_total',
    'Addresses at which another node showed other contents at the same slot, by node.',
    ['node'],
  );
  const streamEvents = metrics.counter('assay_watch_stream_events_total', 'Events of the WebSocket.', ['event']);
  return {
    onRound: ({ seconds, read, missed }) => {
      rounds.observe(seconds);
      addresses.set({ outcome: 'read' }, read);
      addresses.set({ outcome: 'missed' }, missed);
      if (missed === 0) {
        lastRound.setToCurrentTime();
      }
    },
    onCall: ({ node, outcome }) => calls.inc({ node, outcome }),
    onChanges: (counts) => {
      changes.inc(counts.changes);
      backwards.inc(counts.backwards);
    },
    onPublished: (outcome, count) => triggers.inc({ outcome }, count),
    onContradiction: (nodes) => nodes.forEach((node) => contradictions.inc({ node })),
    leased: (count) => partitions.set(count),
    onStreamEvent: (event, count) => {
      streamEvents.inc({ event });
      subscriptions.set(count);
    },
  };
}
