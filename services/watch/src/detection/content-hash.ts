import { createHash } from 'node:crypto';
import type { AccountState } from './accounts.ts';

const emptyHash = createHash('sha256').update('nothing').digest();

/**
 * Returns a SHA-256 of everything in an account on which a datum can depend. An account without lamports has the hash
 * of an empty address, because nodes report a deleted account in either form. The rent epoch is left out, because no
 * datum contains it.
 */
export function contentHash(account: AccountState | null): Buffer {
  if (account === null || account.lamports === '0') {
    return emptyHash;
  }
  return createHash('sha256')
    .update(`${account.lamports} ${account.owner} ${account.executable} `)
    .update(account.data)
    .digest();
}
