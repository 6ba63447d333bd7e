import { loadavg } from 'node:os';

const rows: string[] = [];

/** Runs one step. Prints its row and stores it for the table. The words that `work` returns are the last cell. */
export async function step(title: string, work: () => Promise<string>): Promise<void> {
  const startedAtMs = performance.now();
  const words = await work();
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
  const [load = 0] = loadavg();
  rows.push(`| ${title} | ${seconds} | ${load.toFixed(0)} | ${words} |`);
  process.stdout.write(`${rows.at(-1)}\n`);
}

/**
 * Runs one step as `step` does, but a failure does not end the rehearsal: the row contains the error, and the rehearsal
 * exits with 1 at its end. Use it for steps that leave a working release behind even when a request failed.
 */
export async function stepAndGoOn(title: string, work: () => Promise<string>): Promise<void> {
  await step(title, async () => {
    try {
      return await work();
    } catch (error) {
      process.exitCode = 1;
      return `FAILED: ${error instanceof Error ? error.message : String(error)}`;
    }
  });
}

/** Returns all rows as a Markdown table. The third column is the machine's load average after the step. */
export function table(): string {
  return `| step | s | load | result |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
}

/** Throws an error with the text `otherwise` unless the condition holds. */
export function expectThat(holds: boolean, otherwise: string): void {
  if (!holds) {
    throw new Error(otherwise);
  }
}
