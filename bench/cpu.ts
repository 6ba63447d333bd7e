import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in ticks of 10 ms on every platform that Node supports. */
const microsecondsPerTick = 10_000;

/**
 * Returns the CPU time that each named process and its descendants have used so far, in microseconds. It includes the
 * time of child processes that have ended.
 */
export function cpuMicros(roots: Readonly<Record<string, number>>): Record<string, number> {
  const processes = new Map<number, { parent: number; ticks: number }>();
  for (const entry of readdirSync('/proc')) {
    if (/^\d+$/.test(entry)) {
      const stat = readStat(Number(entry));
      if (stat !== undefined) {
        processes.set(Number(entry), stat);
      }
    }
  }
  return Object.fromEntries(
    Object.entries(roots).map(([name, root]) => {
      let ticks = 0;
      for (const [pid, stat] of processes) {
        if (descendsFrom(pid, root, processes)) {
          ticks += stat.ticks;
        }
      }
      return [name, ticks * microsecondsPerTick];
    }),
  );
}

function readStat(pid: number): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    // Fields of proc(5): 4 is the parent; 14 to 17 are user and system time of the process and of its ended children.
    const [, parent = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return { parent, ticks };
  } catch {
    // The process ended after it was listed.
    return undefined;
  }
}

function descendsFrom(pid: number, root: number, processes: ReadonlyMap<number, { parent: number }>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = processes.get(at)?.parent) {
    if (at === root) {
      return true;
    }
  }
  return false;
}
