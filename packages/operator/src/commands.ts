import { Command, InvalidArgumentError, Option } from 'commander';
import type { Account__Output } from '@assay/rpc/gen/assay/billing/v1/Account';
import { creditNumber, creditsForm, parseCredits } from './credits.ts';
import { drawIndependence } from './independence-picture.ts';
import { askIndependence, replayTrace } from './independence.ts';
import { formatResult, type Result } from './output.ts';
import type { Reach } from './reach.ts';
import { callContext, withBilling } from './services.ts';
import { drawTrace } from './trace-tree.ts';
import { collectTrace, traceDigits } from './trace.ts';

/** What the commands need of the world outside. */
export type CommandTools = {
  /** Finds the services when a command needs them, so that help works without any. */
  readonly reach: () => Reach;
  /** Writes a line to standard output. */
  readonly print: (line: string) => void;
};

const highestRateLimit = 1_000_000;

/** The operator's command line. Usage errors are thrown as commander's errors, everything else as errors with a sentence. */
export function createProgram(tools: CommandTools): Command {
  const program = new Command('assay')
    .description('Operator commands of Assay: accounts, keys, credits, and how an answer came about.')
    .showHelpAfterError('(add --help for what this command takes)')
    .exitOverride();
  addAccountCommands(program, tools);
  addKeyCommands(program, tools);
  addCreditCommands(program, tools);
  addTraceCommand(program, tools);
  addIndependenceCommands(program, tools);
  return program;
}

function addAccountCommands(program: Command, tools: CommandTools): void {
  const accounts = program.command('accounts').description('Make and show accounts.');
  accounts
    .command('create')
    .description('Make an account and its first key, which is shown this once.')
    .requiredOption('--name <name>', 'what the account is called')
    .option('--credits <amount>', 'credits to begin with, at most 6 decimals', creditsOption, 0n)
    .option('--rate-limit <number>', 'requests a minute; the configured default when left out', rateLimitOption)
    .addOption(jsonOption())
    .action(async (options: { name: string; credits: bigint; rateLimit?: number; json?: true }) => {
      const created = await withBilling(tools.reach(), (billing) =>
        billing.CreateAccount(
          {
            name: options.name,
            credit_micros: String(options.credits),
            rate_limit_per_minute: options.rateLimit ?? 0,
          },
          callContext(),
        ),
      );
      show(tools, options, { ...accountResult(created.account), key: created.key, keyPrefix: created.key_prefix });
    });
  accounts
    .command('show')
    .description('Show an account, its balance and what is held of it.')
    .requiredOption('--account <id>', 'the account')
    .addOption(jsonOption())
    .action(async (options: { account: string; json?: true }) => {
      const found = await withBilling(tools.reach(), (billing) =>
        billing.GetAccount({ account_id: options.account }, callContext()),
      );
      show(tools, options, accountResult(found.account));
    });
}

function addKeyCommands(program: Command, tools: CommandTools): void {
  const keys = program.command('keys').description('Make and revoke keys.');
  keys
    .command('create')
    .description('Make another key of an account, which is shown this once.')
    .requiredOption('--account <id>', 'the account')
    .addOption(jsonOption())
    .action(async (options: { account: string; json?: true }) => {
      const created = await withBilling(tools.reach(), (billing) =>
        billing.CreateKey({ account_id: options.account }, callContext()),
      );
      show(tools, options, { accountId: options.account, key: created.key, keyPrefix: created.key_prefix });
    });
  keys
    .command('revoke')
    .description('Revoke a key; it is refused everywhere within a second.')
    .requiredOption('--key <key>', 'the whole key, or its first 8 characters where they name one key')
    .addOption(jsonOption())
    .action(async (options: { key: string; json?: true }) => {
      const revoked = await withBilling(tools.reach(), (billing) =>
        billing.RevokeKey({ key: options.key }, callContext()),
      );
      const { account_id: accountId, key_prefix: keyPrefix, revoked_at: revokedAt } = revoked;
      show(tools, options, { accountId, keyPrefix, revokedAt });
    });
}

function addCreditCommands(program: Command, tools: CommandTools): void {
  const credits = program.command('credits').description('Top accounts up.');
  credits
    .command('add')
    .description('Add credits to an account.')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--credits <amount>', 'credits to add, at most 6 decimals', positiveCreditsOption)
    .addOption(jsonOption())
    .action(async (options: { account: string; credits: bigint; json?: true }) => {
      const added = await withBilling(tools.reach(), (billing) =>
        billing.AddCredits({ account_id: options.account, credit_micros: String(options.credits) }, callContext()),
      );
      show(tools, options, {
        accountId: options.account,
        addedCredits: creditNumber(options.credits),
        balance: creditNumber(BigInt(added.balance_micros)),
      });
    });
}

function addTraceCommand(program: Command, tools: CommandTools): void {
  program
    .command('trace')
    .description('Show how an answer came about: who was asked, what each said, why this level, what was charged.')
    .argument('<traceId>', 'the traceId of an answer, tr_ and 32 hex digits', traceArgument)
    .addOption(jsonOption())
    .action(async (digits: string, options: { json?: true }) => {
      const trace = await collectTrace(tools.reach(), digits);
      tools.print(options.json === true ? JSON.stringify(trace) : drawTrace(trace));
    });
}

function addIndependenceCommands(program: Command, tools: CommandTools): void {
  const independence = program
    .command('independence')
    .description('Show which providers were measured to share an upstream.');
  independence
    .command('show')
    .description('Show the live picture: groups, every pair with its evidence, and since when.')
    .argument('[type]', 'one data type, such as spot.price; all measured types when left out')
    .addOption(jsonOption())
    .action(async (type: string | undefined, options: { json?: true }) => {
      const found = await askIndependence(tools.reach(), type ?? '');
      tools.print(options.json === true ? JSON.stringify(found) : drawIndependence(found));
    });
  independence
    .command('replay')
    .description('Replay a recorded trace through the code that runs online; prints one line of JSON.')
    .argument('<file>', 'observations, one JSON object a line')
    .action(async (file: string) => tools.print(await replayTrace(file)));
}

function jsonOption(): Option {
  return new Option('--json', 'print one line of JSON');
}

function show(tools: CommandTools, options: { readonly json?: true }, result: Result): void {
  tools.print(formatResult(result, options.json === true));
}

function accountResult(account: Account__Output | null): Result {
  if (account === null) {
    throw new Error('billing gave no account back; its log says more');
  }
  return {
    accountId: account.id,
    name: account.name,
    balance: creditNumber(BigInt(account.balance_micros)),
    held: creditNumber(BigInt(account.held_micros)),
    rateLimitPerMinute: account.rate_limit_per_minute,
    createdAt: account.created_at,
  };
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

function rateLimitOption(text: string): number {
  const limit = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : Infinity;
  if (limit > highestRateLimit) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${highestRateLimit}.`);
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
