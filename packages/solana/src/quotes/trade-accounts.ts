import { readAccounts, type AccountSnapshot, type ChainSnapshot } from '../account.ts';
import { associatedTokenAddress } from '../addresses/program-address.ts';
import { addressKind, kindNames } from '../addresses/address-kind.ts';
import { decodeTokenAccount, type TokenAccount } from '../decoders/token-account.ts';
import { outcomeOf, ProblemError } from '../outcome.ts';
import { programs } from '../programs.ts';

/** One of the two token accounts of a trade. */
export type TradeTokenAccount = {
  readonly address: string;
  /** The mint of the account, or the mint that it would get when somebody creates it. Null when neither is known. */
  readonly mint: string | null;
  /** The account's owner. Null when the account does not exist yet. */
  readonly owner: string | null;
  /** The decoded account. Null when it does not exist yet. */
  readonly account: TokenAccount | null;
};

/** The mint and token program of one of the pool's tokens. */
export type PoolToken = { readonly mint: string; readonly tokenProgram: string };

/** The token that the trader pays, and the token accounts of the trade. */
export type TradeDirection = {
  readonly input: 0 | 1;
  readonly inputAccount: TradeTokenAccount;
  readonly outputAccount: TradeTokenAccount;
};

/**
 * Finds the direction of a trade from the mints of its token accounts. An account may be missing if its address is the
 * payer's associated token account for one of the pool's mints. Throws ProblemError `wrong_accounts` when the two
 * accounts are not for the pool's two tokens. The gate checks who owns the accounts.
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

/**
 * Returns the token of the pool for which an address is the payer's associated token account. Undefined when there is
 * none.
 */
export function associatedToken(
  tokens: readonly [PoolToken, PoolToken],
  payer: string,
  address: string,
): PoolToken | undefined {
  return tokens.find(({ mint, tokenProgram }) => associatedTokenAddress(payer, mint, tokenProgram).address === address);
}

/**
 * Returns whether somebody can still create a token account at the address. Lamports at the address do not prevent
 * that.
 */
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
  const [accountAtAddress] = readAccounts(snapshot, [address]);
  const token =
    accountAtAddress === null || isVacant(accountAtAddress) ? associatedToken(tokens, payer, address) : undefined;
  if (accountAtAddress === null || token !== undefined) {
    return { address, mint: token?.mint ?? null, owner: null, account: null };
  }
  const decoded = outcomeOf(() => decodeTokenAccount(accountAtAddress));
  if (decoded.kind === 'problem') {
    const kindName = kindNames[addressKind(address, accountAtAddress)];
    throw new ProblemError('wrong_accounts', `${field} ${address} is ${kindName}, not a token account`);
  }
  return { address, mint: decoded.value.mint, owner: decoded.value.owner, account: decoded.value };
}
