import { readAccounts, type AccountSnapshot, type ChainSnapshot } from '../account.ts';
import { associatedTokenAddress } from '../addresses/program-address.ts';
import { addressKind, kindNames } from '../addresses/address-kind.ts';
import { decodeTokenAccount, type TokenAccount } from '../decoders/token-account.ts';
import { outcomeOf, ProblemError } from '../outcome.ts';
import { programs } from '../programs.ts';

/** One of the two token accounts that a trade names. */
export type TradeTokenAccount = {
  readonly address: string;
  /** What it holds or, where it does not exist yet, would hold; null where nothing tells. */
  readonly mint: string | null;
  /** Who owns it; null where it does not exist yet. */
  readonly owner: string | null;
  /** Null where it does not exist yet. */
  readonly account: TokenAccount | null;
};

/** A token of the pool, as far as finding the direction of a trade needs it. */
export type PoolToken = { readonly mint: string; readonly tokenProgram: string };

/** Which token goes in, and what the trade's own accounts are. */
export type TradeDirection = {
  readonly input: 0 | 1;
  readonly inputAccount: TradeTokenAccount;
  readonly outputAccount: TradeTokenAccount;
};

/**
 * Finds the direction of a trade from the mints of its token accounts. An account that does not exist yet counts when
 * its address is the payer's associated token account for one of the pool's mints. Stops with `wrong_accounts` when
 * the two accounts do not hold the pool's two tokens. Whose they are is left for the caller to judge.
 */
export function tradeDirection(
  snapshot: ChainSnapshot,
  tokens: readonly [PoolToken, PoolToken],
  trade: { readonly payer: string; readonly inputTokenAccount: string; readonly outputTokenAccount: string },
): TradeDirection {
  readAccounts(snapshot, [trade.inputTokenAccount, trade.outputTokenAccount]);
  const inputAccount = tradeAccount(snapshot, tokens, trade.payer, trade.inputTokenAccount, 'inputTokenAccount');
  const outputAccount = tradeAccount(snapshot, tokens, trade.payer, trade.outputTokenAccount, 'outputTokenAccount');
  const input = sideOf(tokens, inputAccount, 'inputTokenAccount');
  const output = sideOf(tokens, outputAccount, 'outputTokenAccount');
  if (input === null && output === null) {
    const message = 'neither token account exists, nor is one the associated token account of the payer for this pool';
    throw new ProblemError('wrong_accounts', message);
  }
  if (input !== null && input === output) {
    throw new ProblemError(
      'wrong_accounts',
      `both token accounts hold ${tokens[input].mint}; a swap needs both tokens`,
    );
  }
  return { input: input ?? (output === 0 ? 1 : 0), inputAccount, outputAccount };
}

function sideOf(tokens: readonly [PoolToken, PoolToken], account: TradeTokenAccount, field: string): 0 | 1 | null {
  if (account.mint === null) {
    return null;
  }
  const index = tokens.findIndex(({ mint }) => mint === account.mint);
  if (index !== 0 && index !== 1) {
    const message = `${field} ${account.address} holds ${account.mint}, which this pool does not trade`;
    throw new ProblemError('wrong_accounts', message);
  }
  return index;
}

/** The pool's token whose associated account of the payer an address is; undefined when it is of neither. */
export function associatedToken(
  tokens: readonly [PoolToken, PoolToken],
  payer: string,
  address: string,
): PoolToken | undefined {
  return tokens.find(({ mint, tokenProgram }) => associatedTokenAddress(payer, mint, tokenProgram).address === address);
}

/** Anybody can send lamports ahead to an address where no token account is yet, which keeps nobody from creating it. */
export function isVacant({ owner, data }: AccountSnapshot): boolean {
  return owner === programs.system && data.length === 0;
}

function tradeAccount(
  snapshot: ChainSnapshot,
  tokens: readonly [PoolToken, PoolToken],
  payer: string,
  address: string,
  field: string,
): TradeTokenAccount {
  const [found] = readAccounts(snapshot, [address]);
  const token = found === null || isVacant(found) ? associatedToken(tokens, payer, address) : undefined;
  if (found === null || token !== undefined) {
    return { address, mint: token?.mint ?? null, owner: null, account: null };
  }
  const decoded = outcomeOf(() => decodeTokenAccount(found));
  if (decoded.kind === 'problem') {
    const what = kindNames[addressKind(address, found)];
    throw new ProblemError('wrong_accounts', `${field} ${address} is ${what}, not a token account`);
  }
  return { address, mint: decoded.value.mint, owner: decoded.value.owner, account: decoded.value };
}
