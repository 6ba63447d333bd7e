import { pause } from '@assay/runtime/clock';
import { send } from '../../e2e/support/system.ts';

/** The metrics of one engine: the value of a metric with label values in the order of the labels' declaration. */
export type MetricReader = (name: string, ...labels: readonly string[]) => number;

/** What a question to a stream can end with: an answer, or why there is none. */
const results = 'answered nothing gap old outside_quote clock unconfirmed unreadable'.split(' ');

/** Reads the metrics of one process. Every value is zero when the process does not answer. */
export async function readMetrics(opsUrl: string): Promise<MetricReader> {
  const text = await send(`${opsUrl}/metrics`).then(
    (answer) => answer.text,
    () => '',
  );
  const values = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, name = '', labels = '', value = ''] = /^(\w*stream\w*)\{([^}]*)\} (\S+)/.exec(line) ?? [];
    const shown = [...labels.matchAll(/(\w+)="([^"]*)"/g)].filter(([, label]) => label !== 'service');
    values.set([name, ...shown.map(([, , text]) => text)].join(' '), Number(value));
  }
  return (name, ...labels) => values.get([name, ...labels].join(' ')) ?? 0;
}

/** The names of a stream in the metrics. */
export type AskedStream = { readonly provider: string; readonly id: string };

/** Returns how many questions the updates of a stream answered in one engine. */
export function answeredOf(read: MetricReader, { provider, id }: AskedStream): number {
  return read('assay_engine_stream_questions_total', provider, id, 'answered');
}

/** Reads the metrics of engines several times a second, for all who wait for a change of them. */
export type MetricsWatch = {
  /** Returns how many questions the updates of a stream answered, in the named engines or in all. */
  readonly answered: (stream: AskedStream, names?: readonly string[]) => number;
  /** Returns how the questions to a stream ended, in the named engines or in all: a number for each result. */
  readonly results: (stream: AskedStream, names?: readonly string[]) => Readonly<Record<string, number>>;
  /** Returns how many events of a kind streams had in all engines. */
  readonly events: (streams: readonly string[], event: string) => number;
  /** Resolves after the next reading that began after this call. */
  readonly next: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const everyMs = 100;

/** Starts to read. An engine that does not answer keeps its last values. */
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
