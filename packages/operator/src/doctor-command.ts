import { writeFileSync } from 'node:fs';
import { formatPage } from '@assay/diagnosis/diagnosis-page';
import type { Command } from 'commander';
import { jsonOption, type CommandTools } from './command-tools.ts';
import { formatReport } from './doctor-report.ts';
import { runDoctor } from './doctor.ts';

type DoctorOptions = {
  readonly assets?: true;
  readonly billed?: true;
  readonly html?: string;
  readonly json?: true;
};

/**
 * Adds the command `doctor`, which checks everything that the service depends on. The command throws when a configured
 * dependency failed.
 */
export function addDoctorCommand(program: Command, tools: CommandTools): void {
  program
    .command('doctor')
    .description(
      'Ask every provider, stream and node once, and check what the services depend on. Exits with 1 when something that is configured fails.',
    )
    .option('--assets', 'ask the providers about every asset of the catalog, within half of their request budgets')
    .option('--billed', 'also ask the providers that bill each request')
    .option('--html <file>', 'also write the report as an HTML page to this file')
    .addOption(jsonOption())
    .action(async (options: DoctorOptions) => {
      const choices = { allAssets: options.assets === true, billed: options.billed === true };
      const report = await runDoctor(tools.endpoints(), choices, tools.progress);
      if (options.html !== undefined) {
        writeFileSync(options.html, formatPage(report));
      }
      tools.print(options.json === true ? JSON.stringify(report) : formatReport(report, tools.screen));
      if (!report.ok) {
        throw new Error(`${report.counts.failure} of the configured parts failed`);
      }
    });
}
