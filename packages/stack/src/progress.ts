/** Writes the progress of a start, for the person who started the system. */
export type Progress = {
  /** Runs one step and writes its title and duration at the end. Rejects with a StepFailure when the step fails. */
  readonly step: <Result>(
    title: string,
    work: () => Promise<Result>,
    detail?: (result: Result) => string,
  ) => Promise<Result>;
  /** Writes one line. */
  readonly note: (line: string) => void;
};

/** The error of a step that failed. It contains the title of the step. */
export class StepFailure extends Error {
  readonly title: string;

  constructor(title: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'StepFailure';
    this.title = title;
  }
}

/**
 * Creates a progress writer.
 * @param write receives each line, including the line break.
 */
export function createProgress(write: (text: string) => void, now: () => number = () => performance.now()): Progress {
  return {
    step: async (title, work, detail) => {
      const startedAt = now();
      try {
        const result = await work();
        const seconds = ((now() - startedAt) / 1_000).toFixed(1);
        const more = detail?.(result) ?? '';
        write(`  ${title.padEnd(34)} ${seconds.padStart(5)} s${more === '' ? '' : `   ${more}`}\n`);
        return result;
      } catch (error) {
        throw error instanceof StepFailure ? error : new StepFailure(title, error);
      }
    },
    note: (line) => write(`  ${line}\n`),
  };
}
