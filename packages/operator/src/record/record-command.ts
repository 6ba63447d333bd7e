import { InvalidArgumentError, type Command } from 'commander';
import { jsonOption, type CommandTools } from '../command-tools.ts';
import { formatRows } from '../output.ts';
import { leftOutOutcome, recordProvider } from './record-provider.ts';
import { readRecordSettings } from './settings.ts';

type RecordOptions = { readonly baseUrl?: string; readonly out?: string; readonly json?: true };

/** Adds the command that stores providers' live answers as fixtures. */
export function addRecordCommand(program: Command, tools: CommandTools): void {
  program
    .command('record')
    .description("Store a provider's live answers and streams as fixtures of the adapters' tests, without keys.")
    .argument('<provider>', 'id of a provider, or all')
    .option('--base-url <url>', 'ask this address in place of the provider, such as that of the sandbox', urlOption)
    .option('--out <folder>', "write below this folder; the provider's folder in the repository when absent")
    .addOption(jsonOption())
    .action(async (provider: string, { json, ...options }: RecordOptions) => {
      if (provider === 'all' && options.baseUrl !== undefined) {
        throw new Error('name one provider with --base-url: a single address cannot serve all of them');
      }
      const lines = await recordProvider(provider, readRecordSettings(process.env, options));
      const failed = lines.filter(({ outcome }) => outcome !== 'ok' && outcome !== leftOutOutcome);
      tools.print(
        json === true
          ? JSON.stringify({ recordings: lines })
          : formatRows(['provider', 'of', 'outcome', 'detail', 'file'], lines, tools.screen),
      );
      if (failed.length > 0) {
        throw new Error(`${failed.length} of ${lines.length} recordings did not end with ok`);
      }
    });
}

function urlOption(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new InvalidArgumentError('It must be an http or https URL.');
  }
  return text;
}
