import type { ProviderStream } from '@assay/providers/define-stream';
import type { Metrics } from '@assay/telemetry/metrics';
import type { StreamManager } from '@assay/streams/manager';
import type { StreamCount } from '@assay/streams/manager-state';

/** The metrics of streams. */
export type StreamMetrics = {
  /** Counts an event of a stream, such as an update or a lost connection. */
  readonly event: (stream: string, event: StreamCount) => void;
  /** Counts a question that a stream could have answered, by result. */
  readonly question: (stream: Pick<ProviderStream, 'provider' | 'id'>, result: string) => void;
  /** Counts trades that were lost on their way to the leader of the measurement. */
  readonly printsDropped: (count: number) => void;
  /** Sets the state of a stream in this replica. */
  readonly state: (
    stream: string,
    held: boolean,
    manager: Pick<StreamManager, 'openConnections' | 'topicCount' | 'lagMs' | 'leadMs'>,
  ) => void;
};

/** Registers the metrics of streams. */
export function createStreamMetrics(metrics: Metrics): StreamMetrics {
  const event = metrics.tally(
    'assay_engine_stream_events_total',
    'Events of streams: updates, missed, repeated and reordered trades, lost connections and others.',
    ['stream', 'event'],
  );
  const question = metrics.tally(
    'assay_engine_stream_questions_total',
    'Questions that a stream could answer: answered, or why they were asked by REST.',
    ['provider', 'stream', 'result'],
  );
  const printsDropped = metrics.counter(
    'assay_engine_stream_prints_dropped_total',
    'Trades that were lost on their way to the replica that measures, because they could not be sent.',
    [],
  );
  const gauge = (name: string, help: string) => metrics.gauge(name, help, ['stream']);
  const held = gauge('assay_engine_stream_lease', 'Whether this replica holds the lease of a stream: 1 or 0.');
  const open = gauge('assay_engine_stream_connections', 'Open connections of a stream in this replica.');
  const topics = gauge('assay_engine_stream_topics', 'Subscribed topics of a stream in this replica.');
  const lag = gauge(
    'assay_engine_stream_lag_seconds',
    'Delay of the last event of a stream, compared with its fastest recent event.',
  );
  const lead = gauge('assay_engine_stream_clock_lead_seconds', "How far the venue's clock is ahead of the engine's.");
  return {
    event,
    printsDropped: (count) => printsDropped.inc(count),
    question: ({ provider, id: stream }, result) => question(provider, stream, result),
    state: (stream, isHeld, manager) => {
      held.set({ stream }, isHeld ? 1 : 0);
      open.set({ stream }, manager.openConnections());
      topics.set({ stream }, manager.topicCount());
      lag.set({ stream }, manager.lagMs() / 1_000);
      lead.set({ stream }, manager.leadMs() / 1_000);
    },
  };
}
