import { InvalidArgumentError, type Command } from 'commander';
import { jsonOption, show, type CommandTools } from './command-tools.ts';
import { callContext, withDashboard } from './services.ts';

type LinkOptions = {
  readonly email: string;
  readonly account: string;
  readonly accountName: string;
  readonly json?: true;
};

/** Adds the commands that grant people access to the dashboard. */
export function addDashboardCommands(program: Command, tools: CommandTools): void {
  program
    .command('sign-in-links')
    .description('Give people access to the dashboard.')
    .command('create')
    .description(
      'Make a person the owner of an account. Prints a link that signs this person in once, within five minutes.',
    )
    .requiredOption('--email <address>', "the person's e-mail address", emailArgument)
    .requiredOption('--account <id>', 'id of the account')
    .requiredOption('--account-name <name>', 'name that the dashboard shows for the account')
    .addOption(jsonOption())
    .action(async (options: LinkOptions) => {
      const { email, account: accountId, accountName } = options;
      const request = { email, account_id: accountId, account_name: accountName };
      const { url } = await withDashboard(tools.endpoints(), (dashboard) =>
        dashboard.CreateSignInLink(request, callContext()),
      );
      show(tools, options, { email, accountId, url });
    });
}

function emailArgument(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) {
    throw new InvalidArgumentError('It must be an e-mail address.');
  }
  return text;
}
