import type { LoadResult } from './load.ts';

/** One measured way of answering the same call. */
export type Measured = {
  readonly name: string;
  readonly load: LoadResult;
  /** CPU microseconds per request, by process. What stands for the outside world is named in `outside`. */
  readonly cpuMicrosPerRequest: Readonly<Record<string, number>>;
  readonly outside: readonly string[];
};

/** CPU microseconds per request over all processes of the house. */
export function totalCpuMicros(measured: Measured): number {
  return Object.entries(measured.cpuMicrosPerRequest)
    .filter(([name]) => !measured.outside.includes(name))
    .reduce((sum, [, micros]) => sum + micros, 0);
}

/** The figures as Markdown: a table of all ways, ratios to the floors, and where the time of the real path goes. */
export function report(
  measured: readonly Measured[],
  floors: { readonly bare: Measured; readonly naive: Measured },
): string {
  const rows = measured.map((way) => {
    const total = totalCpuMicros(way);
    return [
      way.name,
      way.load.requestsPerSecond.toFixed(0),
      way.load.p50Ms.toFixed(1),
      way.load.p99Ms.toFixed(1),
      total.toFixed(0),
      (total / totalCpuMicros(floors.bare)).toFixed(2),
      (total / totalCpuMicros(floors.naive)).toFixed(2),
      String(way.load.failed),
    ];
  });
  const header = ['way', 'req/s', 'p50 ms', 'p99 ms', 'CPU us/req', 'x bare express', 'x naive', 'failed'];
  const table = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const where = measured.map((way) => {
    const parts = Object.entries(way.cpuMicrosPerRequest)
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, micros]) => `${name}${way.outside.includes(name) ? ' (outside)' : ''} ${micros.toFixed(0)}`);
    return `- ${way.name}: ${parts.join(', ')}`;
  });
  return `${table}\n\nCPU microseconds per request, by process:\n\n${where.join('\n')}\n`;
}
