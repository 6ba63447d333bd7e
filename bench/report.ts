import type { LoadResult } from './load.ts';
import { markdownTable, processTable } from './markdown-table.ts';

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
  const header = ['variant', 'req/s', 'p50 ms', 'p99 ms', 'CPU us/req', 'x bare express', 'x naive', 'failed'];
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
  const cpuByProcess = processTable(
    ['CPU by process, us/req'],
    measurements.map(({ name, cpuMicrosPerRequest }) => ({ cells: [name], amounts: cpuMicrosPerRequest })),
    measurements.flatMap(({ outside }) => outside),
  );
  const idle = processTable(
    ['pace of sampling and probes; CPU in ms per second'],
    Object.entries(idleMicrosPerSecond).map(([pace, micros]) => ({ cells: [pace], amounts: inMillis(micros) })),
    ['sandbox'],
  );
  return [
    markdownTable(header, rows),
    '#### The same by process',
    cpuByProcess,
    '#### A system without requests',
    idle,
    'Streams, sampling and probes use the same CPU time per second at any load. So the share of this CPU time in the cost of a\n' +
      'request is smaller when there are more requests.\n',
  ].join('\n\n');
}

function inMillis(micros: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(micros).map(([name, amount]) => [name, amount / 1_000]));
}

/**
 * Formats the comparison of one answer with what users would build or run instead: their CPU per request, the ratio, and
 * what each leaves out.
 */
export function formatAlternatives(
  answer: VariantMeasurement,
  alternatives: readonly {
    readonly name: string;
    readonly leavesOut: string;
    readonly measurement: VariantMeasurement | undefined;
  }[],
): string {
  const rows = alternatives.flatMap(({ name, leavesOut, measurement }) =>
    measurement === undefined
      ? []
      : [
          [
            name,
            totalCpuMicros(measurement).toFixed(0),
            (totalCpuMicros(answer) / totalCpuMicros(measurement)).toFixed(2),
            leavesOut,
          ],
        ],
  );
  return [
    '#### What users would build or run instead',
    markdownTable(['alternative', 'CPU us/req', "Assay's token.price / alternative", 'leaves out'], rows),
    "All ask the same sandbox for the same 16 tokens in the same run. The sandbox's own CPU is left out.\n",
  ].join('\n\n');
}
