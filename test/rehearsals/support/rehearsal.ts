import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPhaseLog, type PhaseLog } from './phases.ts';

/** The tools that a rehearsal gets. */
export type RehearsalTools = {
  /** A temporary folder for all data and logs. When the rehearsal fails, the folder is not removed. */
  readonly folder: string;
  readonly log: PhaseLog;
  /**
   * Registers a function that runs at the end of the rehearsal. The functions run in the opposite order of
   * registration.
   */
  readonly defer: (close: () => unknown) => void;
};

/** The name, limits and work of a rehearsal. */
type RehearsalOptions = {
  readonly name: string;
  readonly timeLimitMs: number;
  /** The last line that a rehearsal without problems prints. */
  readonly passed: string;
  /** Runs the rehearsal and returns its problems, as sentences. */
  readonly run: (tools: RehearsalTools) => Promise<readonly string[]>;
};

const shownProblems = 40;

/**
 * Runs a rehearsal, prints its result, and ends this process. The exit code is 1 after a problem or after the time
 * limit.
 */
export async function runRehearsal({ name, timeLimitMs, passed, run }: RehearsalOptions): Promise<never> {
  const folder = mkdtempSync(join(tmpdir(), `assay-${name}-`));
  // When root runs the rehearsal, PostgreSQL runs as another user. That user must be able to enter this folder.
  chmodSync(folder, 0o711);
  const end = (problems: readonly string[]): never => {
    problems.slice(0, shownProblems).forEach((problem) => process.stdout.write(`FAILED: ${problem}\n`));
    if (problems.length === 0) {
      rmSync(folder, { recursive: true, force: true });
    }
    process.stdout.write(
      problems.length === 0 ? `${passed}\n` : `${problems.length} problems; logs are in ${folder}\n`,
    );
    // The exit hooks of servers and stacks end the processes that still run.
    process.exit(problems.length === 0 ? 0 : 1);
  };
  setTimeout(() => end([`it took longer than ${timeLimitMs / 1_000} s`]), timeLimitMs).unref();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => end([`it was ended by ${signal}`]));
  }
  const closers: (() => unknown)[] = [];
  let problems: readonly string[];
  try {
    problems = await run({ folder, log: openPhaseLog(), defer: (close) => void closers.push(close) });
  } catch (error) {
    problems = [String((error as Error).stack)];
  }
  for (const close of closers.toReversed()) {
    await close();
  }
  return end(problems);
}
