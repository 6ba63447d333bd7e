import type { LoadResult } from './load.ts';

/** The throughput, latency and CPU use of one variant under load. */
export type VariantMeasurement = {
  readonly name: string;
  readonly load: LoadResult;
  /** CPU microseconds per request, by process. `outside` lists the processes that simulate the outside world. */
  readonly cpuMicrosPerRequest: Readonly<Record<string, number>>;
  readonly outside: readonly string[];
};

/** Returns the CPU microseconds per request of all processes except those in `outside`. */
export function totalCpuMicros(measurement: VariantMeasurement): number {
  return Object.entries(measurement.cpuMicrosPerRequest)
    .filter(([name]) => !measurement.outside.includes(name))
    .reduce((sum, [, micros]) => sum + micros, 0);
}

/**
 * Formats measurements as Markdown: a table of all variants with their ratios to the two baselines, the CPU by process, and
 * the CPU of the idle system.
 * @param idleMicrosPerSecond CPU microseconds per second of the idle system, by process, at the pace of each mode.
 */
export function formatReport(
  measurements: readonly VariantMeasurement[],
  baselines: { readonly bare: VariantMeasurement; readonly naive: VariantMeasurement },
  idleMicrosPerSecond: Readonly<Record<'live' | 'sandbox', Readonly<Record<string, number>>>>,
): string {
  const rows = measurements.map((variant) => {
    const total = totalCpuMicros(variant);
    return [
      variant.name,
      variant.load.requestsPerSecond.toFixed(0),
      variant.load.p50Ms.toFixed(1),
      variant.load.p99Ms.toFixed(1),
      total.toFixed(0),
      (total / totalCpuMicros(baselines.bare)).toFixed(2),
      (total / totalCpuMicros(baselines.naive)).toFixed(2),
      String(variant.load.failed),
    ];
  });
  const header = ['variant', 'req/s', 'p50 ms', 'p99 ms', 'CPU us/req', 'x bare express', 'x naive', 'failed'];
  const table = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const cpuByProcess = measurements.map((variant) => {
    const parts = byProcess(variant.cpuMicrosPerRequest, variant.outside);
    return `- ${variant.name}: ${parts}`;
  });
  const idle =
    'Streams, sampling and probes cost the same at any load, so each request carries less of them the more there are. ' +
    `CPU\nmilliseconds per second without requests, by the pace of sampling and probes:\n\n` +
    Object.entries(idleMicrosPerSecond)
      .map(([pace, micros]) => `- ${pace}: ${byProcess(inMillis(micros), ['sandbox'])}`)
      .join('\n');
  return `${table}\n\nCPU microseconds per request, by process:\n\n${cpuByProcess.join('\n')}\n\n${idle}\n`;
}

function byProcess(amounts: Readonly<Record<string, number>>, outside: readonly string[]): string {
  return Object.entries(amounts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, amount]) => `${name}${outside.includes(name) ? ' (outside)' : ''} ${amount.toFixed(0)}`)
    .join(', ');
}

function inMillis(micros: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(micros).map(([name, amount]) => [name, amount / 1_000]));
}
