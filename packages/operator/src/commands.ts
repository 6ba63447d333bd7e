import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { accountResult } from './account-result.ts';
import { jsonOption, show, type CommandTools } from './command-tools.ts';
import { creditNumber, creditsForm, parseCredits } from './credits.ts';
import { formatIndependence } from './independence-report.ts';
import { fetchIndependence, replayTrace } from './independence.ts';
import { addDashboardCommands } from './dashboard-commands.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addRecordCommand } from './record/record-command.ts';
import { addAccountListCommand, addKeyListCommand, addWatchCommands } from './list-commands.ts';
import { addOperatorCommands } from './operator-commands.ts';
import { spansUrlOf } from './endpoints.ts';
import { jsonLine } from './json-output.ts';
import type { Screen } from './output.ts';
import { newOperationId, repeatableCall } from './repeatable-call.ts';
import { callContext, withBilling } from './services.ts';
import { formatTrace } from './trace-tree.ts';
import { collectTrace, traceDigits } from './trace.ts';

const maxRateLimitPerMinute = 1_000_000;

/**
 * Creates the operator's command line. A usage error throws a CommanderError. Any other failure throws an Error with a
 * message for the operator.
 */
export function createProgram(given: CommandTools): Command {
  const program = new Command('assay')
    .description('Operator commands of Assay: accounts, keys, watches, credits, operators, decisions and independence.')
    .version(ownVersion(), '--version', 'show the version of this command')
    .option('--no-color', 'print without colours, as with the variable NO_COLOR')
    .showHelpAfterError('(add --help to see the options of this command)')
    .exitOverride();
  const tools = { ...given, screen: screenOf(program, given.screen) };
  addAccountCommands(program, tools);
  addKeyCommands(program, tools);
  addWatchCommands(program, tools);
  addCreditCommands(program, tools);
  addOperatorCommands(program, tools);
  addDashboardCommands(program, tools);
  addTraceCommand(program, tools);
  addDoctorCommand(program, tools);
  addIndependenceCommands(program, tools);
  addRecordCommand(program, tools);
  return program;
}

/** Returns the screen, without colours when the command line has `--no-color`. */
function screenOf(program: Command, screen: Screen): Screen {
  return { ...screen, paint: (style, text) => (program.opts()['color'] === false ? text : screen.paint(style, text)) };
}

/** Returns the version from this package's package.json, one folder above this file's folder. */
function ownVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

function addAccountCommands(program: Command, tools: CommandTools): void {
  const accounts = program.command('accounts').description('Create, show, list and change accounts.');
  accounts
    .command('create')
    .description('Create an account and its first key. The key is shown only once.')
    .requiredOption('--name <name>', 'name of the account')
    .addOption(
      // The default has a description, because help cannot print a bigint.
      new Option('--credits <amount>', 'initial credits, with at most 6 decimals')
        .argParser(creditsOption)
        .default(0n, '0'),
    )
    .option('--rate-limit <number>', 'requests per minute; the configured default when absent', rateLimitOption)
    .addOption(operationOption('account'))
    .addOption(jsonOption())
    .action(async (options: Repeatable & { name: string; credits: bigint; rateLimit?: number }) => {
      const operationId = options.operationId ?? newOperationId();
      const request = {
        name: options.name,
        credit_micros: String(options.credits),
        rate_limit_per_minute: options.rateLimit ?? 0,
        operation_id: operationId,
      };
      const uncertainty = 'The account may have been created';
      const created = await repeatableCall(tools.endpoints(), operationId, uncertainty, (billing) =>
        billing.CreateAccount(request, callContext()),
      );
      show(tools, options, {
        ...accountResult(created.account),
        key: created.key,
        keyPrefix: created.key_prefix,
        operationId,
      });
    });
  accounts
    .command('show')
    .description('Show an account with its balance and held credits.')
    .requiredOption('--account <id>', 'id of the account')
    .addOption(jsonOption())
    .action(async (options: { account: string; json?: true }) => {
      const response = await withBilling(tools.endpoints(), (billing) =>
        billing.GetAccount({ account_id: options.account }, callContext()),
      );
      show(tools, options, accountResult(response.account));
    });
  addAccountListCommand(accounts, tools);
  addRateLimitCommand(accounts, tools);
}

function addRateLimitCommand(accounts: Command, tools: CommandTools): void {
  accounts
    .command('set-rate-limit')
    .description('Change the rate limit of all keys of an account. Gateways apply it within a second.')
    .requiredOption('--account <id>', 'id of the account')
    .requiredOption('--per-minute <number>', 'requests per minute with each key', rateLimitOption)
    .addOption(jsonOption())
    .action(async (options: { account: string; perMinute: number; json?: true }) => {
      const response = await withBilling(tools.endpoints(), (billing) =>
        billing.SetRateLimit({ account_id: options.account, rate_limit_per_minute: options.perMinute }, callContext()),
      );
      show(tools, options, accountResult(response.account));
    });
}

function addKeyCommands(program: Command, tools: CommandTools): void {
  const keys = program.command('keys').description('Create, list and revoke keys.');
  addKeyListCommand(keys, tools);
  keys
    .command('create')
    .description('Create a further key of an account. The key is shown only once.')
    .requiredOption('--account <id>', 'id of the account')
    .addOption(operationOption('key'))
    .addOption(jsonOption())
    .action(async (options: Repeatable & { account: string }) => {
      const operationId = options.operationId ?? newOperationId();
      const request = { account_id: options.account, operation_id: operationId };
      const uncertainty = 'The key may have been created';
      const created = await repeatableCall(tools.endpoints(), operationId, uncertainty, (billing) =>
        billing.CreateKey(request, callContext()),
      );
      const { key, key_prefix: keyPrefix } = created;
      show(tools, options, { accountId: options.account, key, keyPrefix, operationId });
    });
  keys
    .command('revoke')
    .description('Revoke a key. Every gateway refuses it within a second.')
    .requiredOption('--key <key>', 'the whole key, or its first 8 characters if they are unique')
    .addOption(jsonOption())
    .action(async (options: { key: string; json?: true }) => {
      const revoked = await withBilling(tools.endpoints(), (billing) =>
        billing.RevokeKey({ key: options.key }, callContext()),
      );
      const { account_id: accountId, key_prefix: keyPrefix, revoked_at: revokedAt } = revoked;
      show(tools, options, { accountId, keyPrefix, revokedAt });
    });
}

function addCreditCommands(program: Command, tools: CommandTools): void {
  const credits = program.command('credits').description('Add credits to accounts.');
  credits
    .command('add')
    .description('Add credits to an account.')
    .requiredOption('--account <id>', 'id of the account')
    .requiredOption('--credits <amount>', 'credits to add, with at most 6 decimals', positiveCreditsOption)
    .addOption(operationOption('top-up'))
    .addOption(jsonOption())
    .action(async (options: Repeatable & { account: string; credits: bigint }) => {
      const operationId = options.operationId ?? newOperationId();
      const request = {
        account_id: options.account,
        credit_micros: String(options.credits),
        operation_id: operationId,
      };
      const uncertainty = 'The credits may have been added';
      const added = await repeatableCall(tools.endpoints(), operationId, uncertainty, (billing) =>
        billing.AddCredits(request, callContext()),
      );
      show(tools, options, {
        accountId: options.account,
        addedCredits: added.credited ? creditNumber(options.credits) : 0,
        balance: creditNumber(BigInt(added.balance_micros)),
        operationId,
      });
    });
}

function addTraceCommand(program: Command, tools: CommandTools): void {
  program
    .command('trace')
    .description(
      'Show the decision behind an answer: sources asked, their answers, the level with its reason, and the charge.',
    )
    .argument('<traceId>', 'the traceId of an answer, tr_ and 32 hex digits', traceArgument)
    .addOption(jsonOption())
    .action(async (digits: string, options: { json?: true }) => {
      const endpoints = tools.endpoints();
      const trace = { ...(await collectTrace(endpoints, digits)), spansUrl: spansUrlOf(endpoints, digits) };
      tools.print(options.json === true ? jsonLine(trace) : formatTrace(trace, tools.screen));
    });
}

function addIndependenceCommands(program: Command, tools: CommandTools): void {
  const independence = program.command('independence').description('Show which providers share an upstream.');
  independence
    .command('show')
    .description('Show the current verdicts: groups, and every pair with its evidence.')
    .argument('[type]', 'a data type such as spot.price; every measured type when absent')
    .addOption(jsonOption())
    .action(async (type: string | undefined, options: { json?: true }) => {
      const verdicts = await fetchIndependence(tools.endpoints(), type ?? '');
      tools.print(options.json === true ? jsonLine(verdicts) : formatIndependence(verdicts, tools.screen));
    });
  independence
    .command('replay')
    .description('Measure independence from a recorded trace. Prints one line of JSON.')
    .argument('<file>', 'observations, one JSON object per line')
    .action(async (file: string) => tools.print(await replayTrace(file)));
}

function creditsOption(text: string): bigint {
  const micros = parseCredits(text);
  if (micros === undefined) {
    throw new InvalidArgumentError(`It must be ${creditsForm}.`);
  }
  return micros;
}

function positiveCreditsOption(text: string): bigint {
  const micros = creditsOption(text);
  if (micros === 0n) {
    throw new InvalidArgumentError('It must be more than zero.');
  }
  return micros;
}

/** The options of a command that billing executes at most once for each operation id. */
type Repeatable = { readonly operationId?: string; readonly json?: true };

function operationOption(effect: string): Option {
  return new Option(
    '--operation-id <id>',
    `id of this ${effect}, such as the id of a payment or an order; billing executes each id only once`,
  ).argParser(operationIdOption);
}

function operationIdOption(text: string): string {
  if (!/^[\u0021-\u007e]{1,100}$/.test(text)) {
    throw new InvalidArgumentError('It must be 1 to 100 visible ASCII characters.');
  }
  return text;
}

function rateLimitOption(text: string): number {
  const limit = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : Infinity;
  if (limit > maxRateLimitPerMinute) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxRateLimitPerMinute}.`);
  }
  return limit;
}

function traceArgument(text: string): string {
  const digits = traceDigits(text);
  if (digits === undefined) {
    throw new InvalidArgumentError('It must be tr_ and 32 lowercase hex digits.');
  }
  return digits;
}
