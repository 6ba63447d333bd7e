import { parseArgs } from 'node:util';
import { ownerVariables, readDatabaseUrls } from './database-urls.ts';
import { reconcile, type Reconciliation } from './reconciliation.ts';

const comparedSchemas = ['billing', 'engine', 'watch'];
const shownPerProblem = 10;
const hourMs = 3_600_000;

/** The exit codes of the command. `differences` is the only code that means that rows disagree. */
export const reconcileExitCodes = { same: 0, differences: 1, notCompared: 2 } as const;

/**
 * Compares the schemas of the databases that the environment names, and writes a report.
 * @param args `--hours N` compares rows of the last N hours between schemas, 24 by default; `--json` writes JSON.
 * @returns one of `reconcileExitCodes`. It never rejects.
 */
export async function runReconcile(
  args: string[],
  environment: NodeJS.ProcessEnv,
  write: (text: string) => void,
): Promise<number> {
  try {
    const { hours, json } = parseArgs({
      args,
      options: { hours: { type: 'string', default: '24' }, json: { type: 'boolean', default: false } },
    }).values;
    const since = new Date(Date.now() - hoursOf(hours) * hourMs);
    const urlOf = readDatabaseUrls(environment, comparedSchemas);
    if (urlOf === undefined) {
      throw new Error(`set ASSAY_PG_URL to the database, or ${ownerVariables()} to the URLs of the schemas' owners`);
    }
    const reconciliation = await reconcile(urlOf, since);
    write(`${json ? JSON.stringify(reconciliation, undefined, 2) : reportOf(reconciliation).join('\n')}\n`);
    return reconciliation.differences.length === 0 ? reconcileExitCodes.same : reconcileExitCodes.differences;
  } catch (error) {
    write(`nothing was compared: ${(error as Error).message}\n`);
    return reconcileExitCodes.notCompared;
  }
}

function hoursOf(text: string): number {
  const hours = Number(text);
  if (!Number.isFinite(hours) || hours <= 0) {
    throw new Error(`--hours must be a number above 0, not "${text}"`);
  }
  return hours;
}

/** Returns the report as lines of text. */
function reportOf({ differences, newest, pending }: Reconciliation): string[] {
  const problems = [...new Set(differences.map(({ problem }) => problem))];
  return [
    ...Object.entries(newest).map(([name, at]) => `newest ${name}: ${at ?? 'none'}`),
    ...Object.entries(pending).map(([name, count]) => `${name}: ${count}`),
    ...problems.flatMap((problem) => {
      const subjects = differences.filter((each) => each.problem === problem).map(({ subject }) => subject);
      const hidden = subjects.length - shownPerProblem;
      return [
        `DIFFERENCE: ${problem} (${subjects.length})`,
        ...subjects.slice(0, shownPerProblem).map((subject) => `  ${subject}`),
        ...(hidden > 0 ? [`  and ${hidden} more; --json shows all`] : []),
      ];
    }),
    differences.length === 0 ? 'no differences' : `${differences.length} differences`,
  ];
}
