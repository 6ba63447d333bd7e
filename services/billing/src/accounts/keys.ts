import { Fault } from '@assay/faults/faults';
import type { CreateKeyResponse } from '@assay/rpc/gen/assay/billing/v1/CreateKeyResponse';
import type { RevokeKeyResponse } from '@assay/rpc/gen/assay/billing/v1/RevokeKeyResponse';
import { apiKeyPrefixLength, generateApiKey, hashApiKey, isWellFormedApiKey } from '@assay/service/api-key';
import { checkAccountId, noAccount } from '../fields.ts';
import type { AccountStore, StoredApiKey } from './store.ts';

/** Generates a key. Returns the key for its owner, and the record that is stored. */
export function newKey(): { readonly key: string; readonly stored: StoredApiKey } {
  const key = generateApiKey();
  return { key, stored: { sha256: hashApiKey(key), prefix: key.slice(0, apiKeyPrefixLength) } };
}

/** Adds a key to an account. Throws NOT_FOUND for an unknown account. */
export async function createKey(store: AccountStore, accountId: string): Promise<CreateKeyResponse> {
  checkAccountId(accountId);
  const { key, stored } = newKey();
  if (!(await store.createKey(accountId, stored))) {
    throw noAccount();
  }
  return { key, key_prefix: stored.prefix };
}

/**
 * Revokes a key, given whole or by its first 8 characters if they identify one key. After this resolves, no admission
 * accepts the key. Revoking a key again keeps its first time and publishes the revocation again.
 * @param onRevoked receives the key's hash after the revocation is committed. It tells gateways to forget the key.
 */
export async function revokeKey(
  store: AccountStore,
  onRevoked: (sha256: Buffer) => void,
  named: string,
): Promise<RevokeKeyResponse> {
  const sha256 = isWellFormedApiKey(named) ? hashApiKey(named) : await hashByPrefix(store, named);
  const revoked = await store.revokeKey(sha256);
  if (revoked === undefined) {
    throw new Fault('NOT_FOUND', 'key is not one of this service');
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
    throw new Fault('NOT_FOUND', 'no key begins with these characters');
  }
  if (second !== undefined) {
    throw new Fault('INVALID_PARAM', 'several keys begin with these characters; send the whole key to revoke');
  }
  return only.sha256;
}
