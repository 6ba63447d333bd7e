import { readAccounts, type ChainSnapshot } from '../account.ts';
import { isCpmmPool } from '../decoders/cpmm-pool.ts';
import { isDammPool } from '../decoders/damm-pool.ts';
import { addressKind, kindNames } from '../addresses/address-kind.ts';
import { ProblemError } from '../outcome.ts';
import { loadCpmm, type LoadedCpmm } from './load-cpmm.ts';
import { loadDamm, type LoadedDamm } from './load-damm.ts';

/** A loaded pool of either kind. */
export type LoadedPool = LoadedCpmm | LoadedDamm;

/**
 * Loads the pool at an address. Throws ProblemError `absent` when no account exists there. Throws `wrong_kind`, with
 * the account's kind in the message, when it is not a pool.
 */
export function loadPool(snapshot: ChainSnapshot, address: string): LoadedPool {
  const [account] = readAccounts(snapshot, [address]);
  if (account === null) {
    throw new ProblemError('absent', `no account exists at ${address}, so there is no pool`);
  }
  if (isCpmmPool(account)) {
    return loadCpmm(snapshot, account);
  }
  if (isDammPool(account)) {
    return loadDamm(snapshot, account);
  }
  const kindName = kindNames[addressKind(address, account)];
  throw new ProblemError('wrong_kind', `${address} is ${kindName}, not a CPMM or DAMM V2 pool`);
}
