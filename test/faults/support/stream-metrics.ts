import { pause } from '@assay/runtime/clock';
import { send } from '../../e2e/support/system.ts';

/**
 * Returns the value of a metric of one engine. The label values must be in the order in which the metric declares its
 * labels.
 */
export type MetricReader = (name: string, ...labels: readonly string[]) => number;

/** The possible results when the engine asks a stream: an answer, or the reason why there is none. */
const results = 'answered nothing gap old outside_quote clock unconfirmed unreadable'.split(' ');

/** Returns a reader of one process's metrics. When the process does not answer, every value is zero. */
export async function readMetrics(opsUrl: string): Promise<MetricReader> {
  const text = await send(`${opsUrl}/metrics`).then(
    (answer) => answer.text,
    () => '',
  );
  const values = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, name = '', labels = '', value = ''] = /^(\w*stream\w*)\{([^}]*)\} (\S+)/.exec(line) ?? [];
    const otherLabels = [...labels.matchAll(/(\w+)="([^"]*)"/g)].filter(([, label]) => label !== 'service');
    values.set([name, ...otherLabels.map(([, , text]) => text)].join(' '), Number(value));
  }
  return (name, ...labels) => values.get([name, ...labels].join(' ')) ?? 0;
}

/** A stream as the metrics name it: its provider and its id. */
export type AskedStream = { readonly provider: string; readonly id: string };

/** Returns how many questions one engine has answered from updates of a stream. */
export function answeredOf(read: MetricReader, { provider, id }: AskedStream): number {
  return read('assay_engine_stream_questions_total', provider, id, 'answered');
}

/** Reads the metrics of engines several times a second. All parts of the test that wait for a change share it. */
export type MetricsWatch = {
  /** Returns how many questions updates of a stream have answered, in the named engines or in all engines. */
  readonly answered: (stream: AskedStream, names?: readonly string[]) => number;
  /** Returns the number of times that asking a stream had each result, in the named engines or in all engines. */
  readonly results: (stream: AskedStream, names?: readonly string[]) => Readonly<Record<string, number>>;
  /** Returns the number of events of a kind on some streams, added up over all engines. */
  readonly events: (streams: readonly string[], event: string) => number;
  /** Resolves after the next reading of the metrics that starts after this call. */
  readonly next: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const everyMs = 100;

/** Starts reading the metrics. When an engine does not answer, its last values remain. */
export function watchMetrics(opsUrls: Readonly<Record<string, string>>, engines: readonly string[]): MetricsWatch {
  const latest = new Map<string, MetricReader>();
  let waiting: (() => void)[] = [];
  let stopped = false;
  const run = async (): Promise<void> => {
    while (!stopped) {
      const woken = waiting;
      waiting = [];
      for (const name of engines) {
        latest.set(name, await readMetrics(opsUrls[name] ?? ''));
      }
      woken.forEach((wake) => wake());
      await pause(everyMs);
    }
    waiting.forEach((wake) => wake());
  };
  const running = run();
  const sum = (names: readonly string[], read: (metrics: MetricReader) => number): number =>
    names.reduce(
      (total, name) => total + (latest.get(name) === undefined ? 0 : read(latest.get(name) ?? (() => 0))),
      0,
    );
  return {
    answered: (stream, names = engines) => sum(names, (metrics) => answeredOf(metrics, stream)),
    results: ({ provider, id }, names = engines) =>
      Object.fromEntries(
        results.map((result) => [
          result,
          sum(names, (metrics) => metrics('assay_engine_stream_questions_total', provider, id, result)),
        ]),
      ),
    events: (streams, event) =>
      streams.reduce(
        (total, id) => total + sum(engines, (metrics) => metrics('assay_engine_stream_events_total', id, event)),
        0,
      ),
    next: () => new Promise((resolve) => waiting.push(resolve)),
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
