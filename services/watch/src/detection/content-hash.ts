import { createHash } from 'node:crypto';

/** What stands at an address, as a node tells it. */
export type AccountState = {
  /** Base units, as text, since they may exceed what a number holds exactly. */
  readonly lamports: string;
  readonly owner: string;
  readonly executable: boolean;
  /** Base64. */
  readonly data: string;
};

const nothing = createHash('sha256').update('nothing').digest();

/**
 * A hash of everything at an address that a datum can depend on. An account without lamports is one that is gone: nodes tell
 * of the same thing in both ways. The epoch of its rent is left out, since it is no part of any datum.
 */
export function contentHash(account: AccountState | null): Buffer {
  if (account === null || account.lamports === '0') {
    return nothing;
  }
  return createHash('sha256')
    .update(`${account.lamports} ${account.owner} ${account.executable} `)
    .update(account.data)
    .digest();
}
