import { InvalidArgumentError, type Command } from 'commander';
import type { ApiKey__Output } from '@assay/rpc/gen/assay/billing/v1/ApiKey';
import { defaultMinLevel } from '@assay/catalog/bodies/level-field';
import type { Watch__Output } from '@assay/rpc/gen/assay/watch/v1/Watch';
import { fromProtoParams } from '@assay/rpc/params';
import { fromProtoCondition } from '@assay/rpc/watch-condition';
import { accountResult } from './account-result.ts';
import { jsonOption, type CommandTools } from './command-tools.ts';
import { formatRows, type CommandResult } from './output.ts';
import { callContext, withBilling, withWatch } from './services.ts';

type PageOptions = { readonly limit: number; readonly cursor: string; readonly json?: true };
type AccountPageOptions = PageOptions & { readonly account: string };

/** One page of a list: its rows for JSON and for a table, and the cursor of the next page. */
type ListedPage = {
  /** What the list contains, in the plural. It is also the name of the list in JSON. */
  readonly noun: string;
  readonly items: readonly object[];
  /** The names of the columns of the table. */
  readonly columns: readonly string[];
  readonly rows: readonly CommandResult[];
  /** Empty on the last page. */
  readonly nextCursor: string;
};

const defaultLimit = 50;
const maxLimit = 200;

/** Adds the command `list` to `accounts`: all accounts, in pages. */
export function addAccountListCommand(accounts: Command, tools: CommandTools): void {
  pageCommand(accounts, 'List all accounts, newest first, in pages.').action(async (options: PageOptions) => {
    const page = await withBilling(tools.endpoints(), (billing) =>
      billing.BrowseAccounts({ page_size: options.limit, cursor: options.cursor }, callContext()),
    );
    const rows = page.accounts.map(accountResult);
    const columns = ['accountId', 'name', 'balance', 'held', 'rateLimitPerMinute', 'createdAt'];
    showPage(tools, options, { noun: 'accounts', items: rows, columns, rows, nextCursor: page.next_cursor });
  });
}

/** Adds the command `list` to `keys`: the keys of an account, in pages. */
export function addKeyListCommand(keys: Command, tools: CommandTools): void {
  pageCommand(keys, 'List the keys of an account, newest first, in pages. Only their first characters are shown.')
    .requiredOption('--account <id>', 'id of the account')
    .action(async (options: AccountPageOptions) => {
      const page = await withBilling(tools.endpoints(), (billing) =>
        billing.BrowseKeys(requestOf(options), callContext()),
      );
      const rows = page.keys.map(keyRow);
      const columns = ['keyPrefix', 'name', 'keyId', 'createdAt', 'lastUsedAt', 'expiresAt', 'revokedAt'];
      showPage(tools, options, { noun: 'keys', items: rows, columns, rows, nextCursor: page.next_cursor });
    });
}

/** Adds the command `watches list`: the watches of an account, in pages. */
export function addWatchCommands(program: Command, tools: CommandTools): void {
  const watches = program.command('watches').description('Show the watches of accounts.');
  pageCommand(watches, 'List the watches of an account, oldest first, in pages. Secrets are not shown.')
    .requiredOption('--account <id>', 'id of the account')
    .action(async (options: AccountPageOptions) => {
      const endpoints = tools.endpoints();
      const { watchAddress = '' } = endpoints;
      if (watchAddress === '') {
        throw new Error('no watch service is known. Set ASSAY_WATCH_ADDRESS to its host:port');
      }
      const page = await withWatch(watchAddress, endpoints, (watch) =>
        watch.BrowseWatches(requestOf(options), callContext()),
      );
      const items = page.watches.map(watchItem);
      const rows = items.map(({ params, condition, lastAttempt, ...item }) => ({
        ...item,
        params: JSON.stringify(params),
        condition: condition === null ? '' : JSON.stringify(condition),
        lastOutcome: lastAttempt?.outcome ?? '',
      }));
      const columns = ['watchId', 'type', 'params', 'condition', 'minLevel', 'webhookUrl', 'createdAt', 'lastOutcome'];
      showPage(tools, options, { noun: 'watches', items, columns, rows, nextCursor: page.next_cursor });
    });
}

function pageCommand(parent: Command, description: string): Command {
  return parent
    .command('list')
    .description(description)
    .option('--limit <number>', `rows of a page, 1 to ${maxLimit}`, limitOption, defaultLimit)
    .option('--cursor <text>', 'the cursor that the previous page printed; the first page when absent', '')
    .addOption(jsonOption());
}

function requestOf({ account, limit, cursor }: AccountPageOptions) {
  return { account_id: account, page_size: limit, cursor };
}

function showPage(tools: CommandTools, { json }: PageOptions, page: ListedPage): void {
  const { noun, items, columns, rows, nextCursor } = page;
  if (json === true) {
    tools.print(JSON.stringify({ [noun]: items, nextCursor: nextCursor === '' ? null : nextCursor }));
    return;
  }
  tools.print(rows.length === 0 ? `no ${noun}` : formatRows(columns, rows, tools.screen));
  if (nextCursor !== '') {
    tools.print(`There are more ${noun}. For the next page, add --cursor ${nextCursor}`);
  }
}

function keyRow(key: ApiKey__Output): CommandResult {
  return {
    keyId: key.id,
    name: key.name,
    keyPrefix: key.prefix,
    createdAt: key.created_at,
    lastUsedAt: key.last_used_at,
    expiresAt: key.expires_at,
    revokedAt: key.revoked_at,
  };
}

function watchItem(watch: Watch__Output) {
  const { last_attempt: attempt, not_evaluated: notEvaluated } = watch;
  return {
    watchId: watch.id,
    type: watch.type,
    params: fromProtoParams(watch),
    condition: fromProtoCondition(watch) ?? null,
    minLevel: watch.min_level || defaultMinLevel,
    webhookUrl: watch.webhook_url,
    minIntervalSeconds: watch.min_interval_seconds,
    watchedAddress: watch.watched_address,
    createdAt: watch.created_at,
    lastTriggeredAt: watch.last_triggered_at,
    lastDeliveredAt: watch.last_delivered_at,
    notEvaluatedReason: notEvaluated?.reason ?? '',
    lastAttempt:
      attempt === null
        ? null
        : { at: attempt.at, outcome: attempt.outcome, httpStatus: attempt.http_status, error: attempt.error },
  };
}

function limitOption(text: string): number {
  const limit = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : Infinity;
  if (limit > maxLimit) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxLimit}.`);
  }
  return limit;
}
