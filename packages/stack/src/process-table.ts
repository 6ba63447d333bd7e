import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** A process, told apart from a later one that was given the same number. */
export type ProcessIdentity = { readonly pid: number; readonly startTime: string };

/** When a process began, as the system writes it; undefined when there is no such process or it is only a zombie. */
export function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    return startTimeFromProc(pid);
  }
  const result = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const text = result.status === 0 ? result.stdout.trim() : '';
  return text === '' ? undefined : text;
}

function startTimeFromProc(pid: number): string | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // There is no such process: that is the answer.
    return undefined;
  }
  // The second field is the program's name in brackets, which may hold spaces and brackets itself (proc(5)).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}

/** The directory a process works in; undefined when it is gone or the system does not say. */
export function workingDirectoryOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`);
    } catch {
      // The process is gone, or belongs to another user, and then it is not one of ours.
      return undefined;
    }
  }
  const result = spawnSync('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn'], { encoding: 'utf8' });
  return /^n(.+)$/m.exec(result.stdout ?? '')?.[1];
}

/** Whether this very process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return startTimeOf(identity.pid) === identity.startTime;
}

const pollMs = 50;

/** Ends a process that is not our child: a signal, then SIGKILL after the grace time. Never touches another one with its number. */
export async function endProcess(
  identity: ProcessIdentity,
  options: { readonly signal: NodeJS.Signals; readonly graceMs: number },
): Promise<void> {
  const deadline = Date.now() + options.graceMs;
  signalIfRunning(identity, options.signal);
  while (isRunning(identity)) {
    if (Date.now() > deadline) {
      signalIfRunning(identity, 'SIGKILL');
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function signalIfRunning(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isRunning(identity)) {
    return;
  }
  try {
    process.kill(identity.pid, signal);
  } catch (error) {
    // It may end between the look and the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}
