import type { Metrics } from '@assay/service/metrics';

/** What the trigger tells of itself. */
export type TriggerMeasures = {
  readonly round: (took: { readonly seconds: number; readonly read: number; readonly missed: number }) => void;
  readonly call: (call: { readonly node: string; readonly outcome: string }) => void;
  readonly noticed: (what: { readonly changes: number; readonly backwards: number }) => void;
  readonly published: (outcome: 'stored' | 'refused', count: number) => void;
  readonly leased: (partitions: number) => void;
  readonly stream: (event: string, listening: number) => void;
};

/** Creates the trigger's metrics. Nodes are few and named by the operator, so they may be labels. */
export function createTriggerMeasures(metrics: Metrics): TriggerMeasures {
  const rounds = metrics.histogram('assay_watch_poll_round_seconds', 'Duration of a whole round of polling.', []);
  const addresses = metrics.gauge(
    'assay_watch_polled_addresses',
    'Addresses of the last round, by what came of them.',
    ['outcome'],
  );
  const lastRound = metrics.gauge('assay_watch_last_round_timestamp_seconds', 'When a round was last complete.', []);
  const calls = metrics.counter('assay_watch_node_calls_total', 'Reads of nodes, by outcome.', ['node', 'outcome']);
  const changes = metrics.counter('assay_watch_changes_total', 'Changes noticed at watched addresses.', []);
  const backwards = metrics.counter(
    'assay_watch_backwards_reads_total',
    'Addresses whose node told of an older slot than before; they were left alone.',
    [],
  );
  const triggers = metrics.counter('assay_watch_triggers_total', 'Triggers, by whether the queue stored them.', [
    'outcome',
  ]);
  const partitions = metrics.gauge('assay_watch_partitions', 'Partitions that this replica polls.', []);
  const subscriptions = metrics.gauge('assay_watch_subscriptions', 'Addresses listened to by WebSocket.', []);
  const streamEvents = metrics.counter('assay_watch_stream_events_total', 'What happened to the WebSocket.', ['event']);
  return {
    round: ({ seconds, read, missed }) => {
      rounds.observe(seconds);
      addresses.set({ outcome: 'read' }, read);
      addresses.set({ outcome: 'missed' }, missed);
      if (missed === 0) {
        lastRound.setToCurrentTime();
      }
    },
    call: ({ node, outcome }) => calls.inc({ node, outcome }),
    noticed: (what) => {
      changes.inc(what.changes);
      backwards.inc(what.backwards);
    },
    published: (outcome, count) => triggers.inc({ outcome }, count),
    leased: (count) => partitions.set(count),
    stream: (event, listening) => {
      streamEvents.inc({ event });
      subscriptions.set(listening);
    },
  };
}
