import type { RequestOutcome } from '../../faults/support/steady-load.ts';

/** A part of a rehearsal, with its start and end. */
export type Phase = { readonly title: string; readonly startedAtMs: number; readonly endedAtMs: number };

/** Runs the parts of a rehearsal one after another, and prints the duration of each. */
export type PhaseLog = {
  readonly phases: readonly Phase[];
  /** Runs one part. `describe` returns the text that the printed line has after the title. */
  readonly run: <Result>(
    title: string,
    work: () => Promise<Result>,
    describe?: (result: Result) => string,
  ) => Promise<Result>;
};

/** Returns an empty log that prints to standard output. */
export function openPhaseLog(): PhaseLog {
  const phases: Phase[] = [];
  return {
    phases,
    run: async (title, work, describe = () => '') => {
      process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${title} ...\n`);
      const startedAtMs = performance.now();
      const result = await work();
      const endedAtMs = performance.now();
      phases.push({ title, startedAtMs, endedAtMs });
      const words = describe(result);
      const seconds = ((endedAtMs - startedAtMs) / 1_000).toFixed(1);
      process.stdout.write(`          ${seconds} s${words === '' ? '' : `: ${words}`}\n`);
      return result;
    },
  };
}

/** Returns the quantile: the value that `share` of the numbers do not exceed. Undefined when there are no numbers. */
function quantile(numbers: readonly number[], share: number): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

function wholeMilliseconds(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : String(Math.round(milliseconds));
}

/** Returns a table of the phases in Markdown: their requests, failures, durations and notifications. */
export function tableOf(
  phases: readonly Phase[],
  outcomes: readonly RequestOutcome[],
  notified: readonly { readonly changedAtMs: number; readonly tookMs: number }[],
): string {
  const rows = phases.flatMap(({ title, startedAtMs, endedAtMs }) => {
    const during = (atMs: number): boolean => atMs >= startedAtMs && atMs < endedAtMs;
    const outcomesOfPhase = outcomes.filter((outcome) => during(outcome.startedAtMs));
    if (outcomesOfPhase.length === 0) {
      return [];
    }
    const durations = outcomesOfPhase.map((outcome) => outcome.endedAtMs - outcome.startedAtMs);
    const waits = notified.filter(({ changedAtMs }) => during(changedAtMs)).map(({ tookMs }) => tookMs);
    const cells = [
      title,
      ((endedAtMs - startedAtMs) / 1_000).toFixed(1),
      outcomesOfPhase.length,
      outcomesOfPhase.filter(({ status }) => status !== 200).length,
      outcomesOfPhase.filter(({ sentAgain }) => sentAgain).length,
      wholeMilliseconds(quantile(durations, 0.5)),
      wholeMilliseconds(quantile(durations, 0.99)),
      waits.length,
      wholeMilliseconds(waits.length === 0 ? undefined : Math.max(...waits)),
    ];
    return [`| ${cells.join(' | ')} |`];
  });
  return [
    '| phase | s | requests | failed | sent again | p50 ms | p99 ms | notifications | longest ms |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
