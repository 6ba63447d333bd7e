import type { AccountSnapshot } from '../account.ts';
import { byteReader } from '../byte-reader.ts';
import { ProblemError } from '../outcome.ts';
import { programs } from '../programs.ts';

const nonceLength = 80;

/** Returns whether an account has the owner and length of a nonce account. */
export function isNonce(account: AccountSnapshot): boolean {
  return account.owner === programs.system && account.data.length === nonceLength;
}

/**
 * Returns the authority of a durable nonce account. Throws ProblemError `wrong_kind`, `uninitialized` or `malformed`.
 */
export function decodeNonce(account: AccountSnapshot): { readonly authority: string } {
  if (!isNonce(account)) {
    throw new ProblemError('wrong_kind', `${account.address} is not a nonce account`);
  }
  const reader = byteReader(account.data, `nonce account ${account.address}`);
  const version = reader.u32(0);
  if (version > 1) {
    reader.fail(`its version is ${version}, not 0 or 1`);
  }
  const state = reader.u32(4);
  if (state === 0) {
    throw new ProblemError('uninitialized', `nonce account ${account.address} was never initialized`);
  }
  return state === 1 ? { authority: reader.address(8) } : reader.fail(`its state is ${state}, not 1`);
}
