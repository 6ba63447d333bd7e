import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in ticks of a hundredth of a second on every platform that Node supports. */
const microsecondsPerTick = 10_000;

/** CPU time that each named process tree has used so far, in microseconds. Children that ended are counted by their parent. */
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
    // Fields 4 (parent), 14 to 17 (own and reaped children's user and system time) of proc(5), counted after the name.
    const [, parent = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return { parent, ticks };
  } catch {
    // The process ended between the listing and the reading.
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
