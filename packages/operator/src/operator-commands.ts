import type { Command } from 'commander';
import { jsonOption, show, type CommandTools } from './command-tools.ts';
import { formatRows } from './output.ts';
import { callContext, withBilling } from './services.ts';

type NamedOptions = { readonly name: string; readonly json?: true };

/** Adds the commands that manage named operators and their tokens. */
export function addOperatorCommands(program: Command, tools: CommandTools): void {
  const operators = program.command('operators').description('Manage named operators and their tokens.');
  operators
    .command('create')
    .description('Create an operator. The token is shown only once.')
    .requiredOption('--name <name>', 'a new name: lowercase letters, digits, dots, underscores and hyphens')
    .addOption(jsonOption())
    .action(async (options: NamedOptions) => {
      const { token } = await withBilling(tools.endpoints(), (billing) =>
        billing.CreateOperator({ name: options.name }, callContext()),
      );
      show(tools, options, { name: options.name, token });
    });
  addListCommand(operators, tools);
  operators
    .command('revoke')
    .description('Revoke the token of an operator. Every service refuses it within 10 seconds.')
    .requiredOption('--name <name>', 'name of the operator')
    .addOption(jsonOption())
    .action(async (options: NamedOptions) => {
      const revoked = await withBilling(tools.endpoints(), (billing) =>
        billing.RevokeOperator({ name: options.name }, callContext()),
      );
      show(tools, options, { name: options.name, revokedAt: revoked.revoked_at });
    });
  operators
    .command('rotate')
    .description('Replace the token of an operator. The new token is shown only once.')
    .requiredOption('--name <name>', 'name of the operator')
    .addOption(jsonOption())
    .action(async (options: NamedOptions) => {
      const { token } = await withBilling(tools.endpoints(), (billing) =>
        billing.RotateOperator({ name: options.name }, callContext()),
      );
      show(tools, options, { name: options.name, token });
    });
}

function addListCommand(operators: Command, tools: CommandTools): void {
  operators
    .command('list')
    .description('List all named operators, also revoked ones. Tokens are not shown.')
    .addOption(jsonOption())
    .action(async (options: { readonly json?: true }) => {
      const listed = await withBilling(tools.endpoints(), (billing) => billing.ListOperators({}, callContext()));
      const rows = listed.operators.map(({ name, created_at, rotated_at, revoked_at }) => ({
        name,
        createdAt: created_at,
        rotatedAt: rotated_at,
        revokedAt: revoked_at,
      }));
      tools.print(
        options.json === true
          ? JSON.stringify({ operators: rows })
          : formatRows(['name', 'createdAt', 'rotatedAt', 'revokedAt'], rows, tools.screen),
      );
    });
}
