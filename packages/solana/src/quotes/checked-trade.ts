import { readAccounts, type ChainSnapshot } from '../account.ts';
import { decodeTokenAccount } from '../decoders/token-account.ts';
import { outcomeOf, type Problem } from '../outcome.ts';
import { associatedToken, isVacant, tradeDirection, type PoolToken } from './trade-accounts.ts';

/** One token account of a trade. */
export type CheckedAccount = {
  readonly address: string;
  /**
   * Whether the account exists. If not, `mint` and `owner` are the values that it would get when somebody creates it.
   */
  readonly exists: boolean;
  /** The mint of the account. Null when the account is not a token account and would not become one. */
  readonly mint: string | null;
  readonly owner: string | null;
};

/**
 * The token accounts of a trade and the token that it would pay out. The accounts may not match the pool; `problem`
 * then says why.
 */
export type CheckedTrade = {
  readonly input: CheckedAccount;
  readonly output: CheckedAccount;
  /** The mint of the token that the trade would pay out. Undefined when the accounts do not determine it. */
  readonly mint: string | undefined;
  /** Why the accounts do not match the pool. Undefined when they match. */
  readonly problem: Problem | undefined;
};

/**
 * Examines the token accounts of a trade. The mint that the trade pays out is always one of the pool's two mints. If
 * the input account holds one of these, the paid-out mint is the other one. Otherwise, it is the mint of the output
 * account.
 */
export function checkedTrade(
  snapshot: ChainSnapshot,
  tokens: readonly [PoolToken, PoolToken],
  trade: { readonly payer: string; readonly inputTokenAccount: string; readonly outputTokenAccount: string },
): CheckedTrade {
  readAccounts(snapshot, [trade.inputTokenAccount, trade.outputTokenAccount]);
  const input = checkedAccount(snapshot, tokens, trade.payer, trade.inputTokenAccount);
  const output = checkedAccount(snapshot, tokens, trade.payer, trade.outputTokenAccount);
  const direction = outcomeOf(() => tradeDirection(snapshot, tokens, trade));
  const problem = direction.kind === 'problem' ? direction.problem : undefined;
  const mint =
    direction.kind === 'value' ? tokens[direction.value.input === 0 ? 1 : 0].mint : mintOf(tokens, input, output);
  return { input, output, mint, problem };
}

function mintOf(
  [first, second]: readonly [PoolToken, PoolToken],
  input: CheckedAccount,
  output: CheckedAccount,
): string | undefined {
  const counterpart = (mint: string | null): string | undefined =>
    mint === first.mint ? second.mint : mint === second.mint ? first.mint : undefined;
  const fromInput = counterpart(input.mint);
  const fromOutput = counterpart(output.mint) === undefined ? undefined : (output.mint ?? undefined);
  return fromInput !== undefined && fromOutput !== undefined && fromInput !== fromOutput
    ? undefined
    : (fromInput ?? fromOutput);
}

function checkedAccount(
  snapshot: ChainSnapshot,
  tokens: readonly [PoolToken, PoolToken],
  payer: string,
  address: string,
): CheckedAccount {
  const [account] = readAccounts(snapshot, [address]);
  const token = account === null || isVacant(account) ? associatedToken(tokens, payer, address) : undefined;
  if (account === null || token !== undefined) {
    return { address, exists: false, mint: token?.mint ?? null, owner: token === undefined ? null : payer };
  }
  const decoded = outcomeOf(() => decodeTokenAccount(account));
  return decoded.kind === 'value'
    ? { address, exists: true, mint: decoded.value.mint, owner: decoded.value.owner }
    : { address, exists: true, mint: null, owner: null };
}
