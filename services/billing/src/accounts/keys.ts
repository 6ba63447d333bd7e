import { Fault } from '@assay/faults/faults';
import type { CreateKeyResponse } from '@assay/rpc/gen/assay/billing/v1/CreateKeyResponse';
import type { RevokeKeyResponse } from '@assay/rpc/gen/assay/billing/v1/RevokeKeyResponse';
import { apiKeyPrefixLength, generateApiKey, hashApiKey, isWellFormedApiKey } from '@assay/service/api-key';
import { checkAccountId, noAccount } from '../fields.ts';
import type { AccountStore, StoredApiKey } from './store.ts';

/** Makes a key: what its owner is shown this once, and what is stored. */
export function newKey(): { readonly key: string; readonly stored: StoredApiKey } {
  const key = generateApiKey();
  return { key, stored: { sha256: hashApiKey(key), prefix: key.slice(0, apiKeyPrefixLength) } };
}

/** Adds a key to an account. NOT_FOUND when there is no such account. */
export async function createKey(store: AccountStore, accountId: string): Promise<CreateKeyResponse> {
  checkAccountId(accountId);
  const { key, stored } = newKey();
  if (!(await store.createKey(accountId, stored))) {
    throw noAccount();
  }
  return { key, key_prefix: stored.prefix };
}

/**
 * Revokes a key named by the whole of it, or by its first 8 characters where they name one key. From the moment this
 * resolves no admission passes with it. A key revoked before keeps its first moment and is announced again.
 * @param announce tells gateways to forget the key; called once the revocation is committed.
 */
export async function revokeKey(
  store: AccountStore,
  onRevoked: (sha256: Buffer) => void,
  named: string,
): Promise<RevokeKeyResponse> {
  const sha256 = isWellFormedApiKey(named) ? hashApiKey(named) : await hashByPrefix(store, named);
  const revoked = await store.revokeKey(sha256);
  if (revoked === undefined) {
    throw new Fault('NOT_FOUND', 'key is none that was made here');
  }
  onRevoked(revoked.sha256);
  return { account_id: revoked.accountId, key_prefix: revoked.prefix, revoked_at: revoked.revokedAt };
}

async function hashByPrefix(store: AccountStore, prefix: string): Promise<Buffer> {
  if (!/^asy_[0-9A-Za-z]{4}$/.test(prefix)) {
    throw new Fault('INVALID_PARAM', `key must be a whole key, or its first ${apiKeyPrefixLength} characters`);
  }
  const keys = await store.findKeys(prefix);
  const live = keys.filter(({ revoked }) => !revoked);
  const [only, second] = live.length > 0 ? live : keys;
  if (only === undefined) {
    throw new Fault('NOT_FOUND', 'key begins none that was made here');
  }
  if (second !== undefined) {
    throw new Fault('INVALID_PARAM', 'key begins several keys; give the whole of the one to revoke');
  }
  return only.sha256;
}
