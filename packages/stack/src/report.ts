/** Tells whoever waits how far the stack has come. */
export type Report = {
  /** Does a piece of work and says that it is done and how long it took. Rejects with a StepFailure when it fails. */
  readonly step: <Result>(
    title: string,
    work: () => Promise<Result>,
    detail?: (result: Result) => string,
  ) => Promise<Result>;
  /** Says a sentence. */
  readonly note: (line: string) => void;
};

/** A step that failed, by its title. */
export class StepFailure extends Error {
  readonly title: string;

  constructor(title: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'StepFailure';
    this.title = title;
  }
}

/** A report that writes lines; `write` gets each with its line end. */
export function createReport(write: (text: string) => void, now: () => number = () => performance.now()): Report {
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
