import { readAccounts, type ChainSnapshot } from '../account.ts';
import { decodeTokenAccount } from '../decoders/token-account.ts';
import { derivationOf, ProblemError, type Derivation } from '../outcome.ts';
import { addressKind, kindNames } from './address-kind.ts';

/** The datum of `chain.token_account_owner`. */
export type TokenAccountOwner = {
  readonly account: string;
  readonly owner: string;
  readonly mint: string;
  readonly amount: string;
  readonly state: 'initialized' | 'frozen';
  readonly delegate: string | null;
  readonly closeAuthority: string | null;
  readonly program: string;
  readonly slot: number;
};

/**
 * Returns the owner of a token account. When the address is not a token account, the result is a problem that names its
 * kind.
 */
export function tokenAccountOwner(snapshot: ChainSnapshot, address: string): Derivation<TokenAccountOwner> {
  return derivationOf(() => {
    const [account] = readAccounts(snapshot, [address]);
    const kind = addressKind(address, account);
    if (account === null) {
      throw new ProblemError('absent', `no account exists at ${address}, so it holds no tokens`);
    }
    if (kind !== 'token_account' && kind !== 'unknown') {
      throw new ProblemError('wrong_kind', `${address} is ${kindNames[kind]}, not a token account`);
    }
    const tokenAccount = decodeTokenAccount(account);
    return {
      account: address,
      owner: tokenAccount.owner,
      mint: tokenAccount.mint,
      amount: tokenAccount.amount.toString(),
      state: tokenAccount.state,
      delegate: tokenAccount.delegate,
      closeAuthority: tokenAccount.closeAuthority,
      program: tokenAccount.program,
      slot: snapshot.slot,
    };
  });
}
