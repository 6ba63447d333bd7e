import { setTimeout as pause } from 'node:timers/promises';
import { run } from './engine.ts';

type Use = { readonly cpuPercent: number; readonly memoryMb: number };

/**
 * Measures the CPU and memory that a project's containers use. Prints a line for each container, and returns the sums.
 * @param containers returns the ids of the containers.
 * @param durationMs time over which the means are measured, in milliseconds.
 */
export async function measureUse(
  project: string,
  containers: () => Promise<readonly string[]>,
  durationMs: number,
): Promise<string> {
  const ids = await containers();
  const samples = new Map<string, Use[]>();
  for (const endMs = performance.now() + durationMs; performance.now() < endMs; await pause(1_000)) {
    const format = '{{.Name}} {{.CPUPerc}} {{.MemUsage}}';
    const { output } = await run('docker', ['stats', '--no-stream', '--format', format, ...ids]);
    for (const [, name = '', cpu = '', amount = '', unit = ''] of output.matchAll(/^(\S+) ([\d.]+)% ([\d.]+)(\w+)/gm)) {
      const memoryMb = Number(amount) * (unit === 'GiB' ? 1_024 : unit === 'KiB' || unit === 'B' ? 0 : 1);
      samples.set(name, [...(samples.get(name) ?? []), { cpuPercent: Number(cpu), memoryMb }]);
    }
  }
  const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const uses = [...samples].map(([name, each]) => ({
    name: name.replace(`${project}-`, '').replace(/-1$/, ''),
    cpuPercent: mean(each.map(({ cpuPercent }) => cpuPercent)),
    memoryMb: Math.max(...each.map(({ memoryMb }) => memoryMb)),
  }));
  for (const { name, cpuPercent, memoryMb } of uses.toSorted((a, b) => b.memoryMb - a.memoryMb)) {
    process.stdout.write(`    ${name}: ${cpuPercent.toFixed(1)} % of a core, ${Math.round(memoryMb)} MB\n`);
  }
  const cpu = uses.reduce((sum, { cpuPercent }) => sum + cpuPercent, 0);
  const memory = uses.reduce((sum, { memoryMb }) => sum + memoryMb, 0);
  return `${(cpu / 100).toFixed(2)} cores and ${Math.round(memory)} MB together`;
}
