import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { pause } from '@assay/runtime/clock';

/** Identifies a process. The start time distinguishes it from a later process with the same id. */
export type ProcessIdentity = { readonly pid: number; readonly startTime: string };

/**
 * Returns a process's start time in the system's own format. Returns undefined for an unknown process and for a zombie.
 */
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
    // The process does not exist.
    return undefined;
  }
  // The second field is the name of the program in brackets. The name may itself contain spaces and brackets (proc(5)).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}

/** Returns a process's working directory. Undefined when the process has ended or the system does not reveal it. */
export function workingDirectoryOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`);
    } catch {
      // The process has ended or belongs to another user. In both cases it is not a process of this stack.
      return undefined;
    }
  }
  const result = spawnSync('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn'], { encoding: 'utf8' });
  return /^n(.+)$/m.exec(result.stdout ?? '')?.[1];
}

/** Returns whether the process with this id and start time still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return startTimeOf(identity.pid) === identity.startTime;
}

const pollMs = 50;

/**
 * Ends a process that is not a child of this process. Sends the signal and, after the grace time, SIGKILL. Never
 * signals a later process that got the same id.
 */
export async function endProcess(
  identity: ProcessIdentity,
  options: { readonly signal: NodeJS.Signals; readonly graceMs: number },
): Promise<void> {
  const deadline = performance.now() + options.graceMs;
  signalIfRunning(identity, options.signal);
  while (isRunning(identity)) {
    if (performance.now() > deadline) {
      signalIfRunning(identity, 'SIGKILL');
    }
    await pause(pollMs);
  }
}

function signalIfRunning(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isRunning(identity)) {
    return;
  }
  try {
    process.kill(identity.pid, signal);
  } catch (error) {
    // The process may end between the check and the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}
