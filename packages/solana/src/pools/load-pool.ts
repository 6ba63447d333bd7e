import { readAccounts, type ChainSnapshot } from '../account.ts';
import { isCpmmPool } from '../decoders/cpmm-pool.ts';
import { isDammPool } from '../decoders/damm-pool.ts';
import { addressKind, kindNames } from '../addresses/address-kind.ts';
import { ProblemError } from '../outcome.ts';
import { loadCpmm, type LoadedCpmm } from './load-cpmm.ts';
import { loadDamm, type LoadedDamm } from './load-damm.ts';

/** A pool of either kind with everything that was read about it. */
export type LoadedPool = LoadedCpmm | LoadedDamm;

/** Loads the pool at an address. Stops with `absent` or `wrong_kind`, which says what stands there instead. */
export function loadPool(snapshot: ChainSnapshot, address: string): LoadedPool {
  const [account] = readAccounts(snapshot, [address]);
  if (account === null) {
    throw new ProblemError('absent', `nothing stands at ${address}, so there is no pool`);
  }
  if (isCpmmPool(account)) {
    return loadCpmm(snapshot, account);
  }
  if (isDammPool(account)) {
    return loadDamm(snapshot, account);
  }
  const what = kindNames[addressKind(address, account)];
  throw new ProblemError('wrong_kind', `${address} is ${what}, not a CPMM or DAMM V2 pool`);
}
