import { Fault } from '@assay/faults/faults';
import type { CreateKeyResponse } from '@assay/rpc/gen/assay/billing/v1/CreateKeyResponse';
import type { RevokeKeyResponse } from '@assay/rpc/gen/assay/billing/v1/RevokeKeyResponse';
import { apiKeyPrefixLength, generateApiKey, hashApiKey, isWellFormedApiKey } from '@assay/identifiers/api-key';
import type { CreateAccountKeyRequest__Output } from '@assay/rpc/gen/assay/billing/v1/CreateAccountKeyRequest';
import type { CreateAccountKeyResponse } from '@assay/rpc/gen/assay/billing/v1/CreateAccountKeyResponse';
import { checkAccountId, checkName, noAccount } from '../fields.ts';
import { keyIdOf } from '@assay/identifiers/key-id';
import type { AccountStore, StoredApiKey } from './store.ts';

/** Generates a key. Returns the key for its owner, and the record to store in the database. */
export function newKey(): { readonly key: string; readonly stored: StoredApiKey } {
  const key = generateApiKey();
  return { key, stored: { sha256: hashApiKey(key), prefix: key.slice(0, apiKeyPrefixLength) } };
}

/**
 * Adds a key without a name to an account. Throws NOT_FOUND for an unknown account, and INVALID_PARAM when the account
 * already has the maximum number of valid keys.
 */
export async function createKey(store: AccountStore, accountId: string, maxKeys: number): Promise<CreateKeyResponse> {
  const { key, stored } = await addKey(store, { accountId, name: '', maxKeys });
  return { key, key_prefix: stored.prefix };
}

/**
 * Adds a key with a name to an account. Throws the same faults as createKey, and INVALID_PARAM for a malformed name.
 */
export async function createAccountKey(
  store: AccountStore,
  request: Omit<CreateAccountKeyRequest__Output, 'operation_id'>,
  maxKeys: number,
): Promise<CreateAccountKeyResponse> {
  const { name } = request;
  checkName(name);
  const { key, stored, createdAt } = await addKey(store, { accountId: request.account_id, name, maxKeys });
  return {
    key,
    record: {
      id: keyIdOf(stored.sha256),
      name,
      prefix: stored.prefix,
      created_at: createdAt,
      last_used_at: '',
      revoked_at: '',
      expires_at: '',
    },
  };
}

async function addKey(
  store: AccountStore,
  { accountId, name, maxKeys }: { readonly accountId: string; readonly name: string; readonly maxKeys: number },
): Promise<{ readonly key: string; readonly stored: StoredApiKey; readonly createdAt: string }> {
  checkAccountId(accountId);
  const { key, stored } = newKey();
  const result = await store.createKey(accountId, { ...stored, name }, maxKeys);
  switch (result.outcome) {
    case 'unknown':
      throw noAccount();
    case 'full':
      throw new Fault('INVALID_PARAM', `an account may have at most ${maxKeys} valid keys; revoke one first`);
    default:
      return { key, stored, createdAt: result.createdAt };
  }
}

/**
 * Revokes a key. The request states the whole key, or its first 8 characters if only one key begins with them. Once the
 * promise resolves, billing admits no request with the key. If the key was revoked before, the time of the first
 * revocation stays, but the revocation is published again.
 * @param onRevoked called with the key's hash after the revocation is committed. It notifies the gateways, so that they
 * remove the key from their caches.
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
