import type { Account__Output } from '@assay/rpc/gen/assay/billing/v1/Account';
import { creditNumber } from './credits.ts';
import type { CommandResult } from './output.ts';

/** Returns an account as commands print it, with amounts in credits. Throws when billing returned no account. */
export function accountResult(account: Account__Output | null): CommandResult {
  if (account === null) {
    throw new Error('billing returned no account. Its log has the cause');
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
