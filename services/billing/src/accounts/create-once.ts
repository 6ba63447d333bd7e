import { createHash } from 'node:crypto';
import { Fault } from '@assay/faults/faults';
import type { CreateAccountRequest__Output } from '@assay/rpc/gen/assay/billing/v1/CreateAccountRequest';
import type { CreateAccountResponse } from '@assay/rpc/gen/assay/billing/v1/CreateAccountResponse';
import type { CreateAccountKeyRequest__Output } from '@assay/rpc/gen/assay/billing/v1/CreateAccountKeyRequest';
import type { CreateAccountKeyResponse } from '@assay/rpc/gen/assay/billing/v1/CreateAccountKeyResponse';
import type { CreateKeyRequest__Output } from '@assay/rpc/gen/assay/billing/v1/CreateKeyRequest';
import type { CreateKeyResponse } from '@assay/rpc/gen/assay/billing/v1/CreateKeyResponse';
import { apiKeyPrefixLength } from '@assay/identifiers/api-key';
import { hashBase62 } from '@assay/identifiers/base62';
import type { SealedText, Sealer } from '@assay/storage/sealing';
import { checkAccountId, checkName, checkOperationId, noAccount } from '../fields.ts';
import { checkNewAccount, createAccount } from './accounts.ts';
import { keyIdOf } from '@assay/identifiers/key-id';
import { createAccountKey, createKey, newKey } from './keys.ts';
import type { AccountStore, CreationOperation, OnceCreation } from './store.ts';

/** The dependencies of the functions that create accounts and keys. */
export type CreationPorts = {
  readonly accounts: AccountStore;
  /** Encrypts the keys for storage, so that a repeated request can get its key again. */
  readonly sealer: Sealer;
  /** Requests per minute with each key, when the account states no limit. */
  readonly defaultRateLimit: number;
  readonly maxKeys: number;
};

const idLength = 22;

/**
 * Opens an account with one key. A request that repeats an earlier operation id creates nothing. For 24 hours, it gets
 * the account and the key of the first request. Throws INVALID_PARAM for a malformed field, and when the first request
 * with this operation id had other arguments.
 */
export async function createAccountOnce(
  ports: CreationPorts,
  request: CreateAccountRequest__Output,
): Promise<CreateAccountResponse> {
  const { operation_id: operationId, ...accountRequest } = request;
  checkOperationId(operationId);
  if (operationId === '') {
    return createAccount(ports.accounts, ports.defaultRateLimit, accountRequest);
  }
  checkNewAccount(accountRequest);
  const characters = hashBase62(`account with a key ${operationId}`, idLength);
  const id = `acc_${characters}`;
  const issued = newOperation(ports.sealer, id, operationId, ['CreateAccount', accountRequest]);
  const created = await ports.accounts.createAccountOnce(
    {
      id,
      name: accountRequest.name,
      rateLimitPerMinute:
        accountRequest.rate_limit_per_minute === 0 ? ports.defaultRateLimit : accountRequest.rate_limit_per_minute,
      creditMicros: accountRequest.credit_micros,
      operationId: `opening_${characters}`,
      key: issued.stored,
    },
    issued.operation,
  );
  const key = keyOf(ports, created, issued.key, ownerOf(id, operationId));
  const account = await ports.accounts.findAccount(id);
  return { account: account ?? null, key, key_prefix: key.slice(0, apiKeyPrefixLength) };
}

/**
 * Adds a key without a name to an account, as createKey does. A repeated request with the same operation id gets the
 * key of the first request.
 */
export async function createKeyOnce(
  ports: CreationPorts,
  { account_id: accountId, operation_id: operationId }: CreateKeyRequest__Output,
): Promise<CreateKeyResponse> {
  checkOperationId(operationId);
  if (operationId === '') {
    return createKey(ports.accounts, accountId, ports.maxKeys);
  }
  const { key } = await addKeyOnce(ports, { accountId, operationId, name: '' }, 'CreateKey');
  return { key, key_prefix: key.slice(0, apiKeyPrefixLength) };
}

/**
 * Adds a key with a name to an account, as createAccountKey does. A repeated request with the same operation id gets
 * the key of the first request.
 */
export async function createAccountKeyOnce(
  ports: CreationPorts,
  request: CreateAccountKeyRequest__Output,
): Promise<CreateAccountKeyResponse> {
  const { account_id: accountId, name, operation_id: operationId } = request;
  checkOperationId(operationId);
  if (operationId === '') {
    return createAccountKey(ports.accounts, request, ports.maxKeys);
  }
  checkName(name);
  const { key, created } = await addKeyOnce(ports, { accountId, operationId, name }, 'CreateAccountKey');
  return {
    key,
    record: {
      id: keyIdOf(created.keySha256),
      name,
      prefix: key.slice(0, apiKeyPrefixLength),
      created_at: created.createdAt,
      last_used_at: '',
      expires_at: '',
      revoked_at: '',
    },
  };
}

async function addKeyOnce(
  ports: CreationPorts,
  request: { readonly accountId: string; readonly operationId: string; readonly name: string },
  method: string,
): Promise<{ readonly key: string; readonly created: OnceCreation }> {
  const { accountId, operationId, name } = request;
  checkAccountId(accountId);
  const issued = newOperation(ports.sealer, accountId, operationId, [method, name]);
  const created = await ports.accounts.createKeyOnce(
    accountId,
    { ...issued.stored, name },
    ports.maxKeys,
    issued.operation,
  );
  return { key: keyOf(ports, created, issued.key, ownerOf(accountId, operationId)), created };
}

/**
 * Generates and encrypts the key that an operation creates. If an earlier request had the same operation id, the
 * database returns the key of that request, and the newly generated key is discarded.
 * @param content the method and its arguments, from which the fingerprint of the operation is computed.
 */
export function newOperation(
  sealer: Sealer,
  accountId: string,
  operationId: string,
  content: unknown,
): ReturnType<typeof newKey> & { readonly operation: CreationOperation } {
  const issued = newKey();
  const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest();
  const sealedKey = sealer.seal(issued.key, ownerOf(accountId, operationId));
  return { ...issued, operation: { id: operationId, fingerprint, sealedKey } };
}

/**
 * Returns the owner text that is authenticated together with an encrypted key. Decryption fails unless it states the
 * account and the operation that created the key.
 */
export function ownerOf(accountId: string, operationId: string): string {
  return `key of ${accountId} ${operationId}`;
}

/** Returns the key to send: the new key, or the key of the first request when the operation is repeated. */
function keyOf({ sealer, maxKeys }: CreationPorts, created: OnceCreation, newKeyText: string, owner: string): string {
  switch (created.outcome) {
    case 'created':
      return newKeyText;
    case 'unknown':
      throw noAccount();
    case 'full':
      throw new Fault('INVALID_PARAM', `an account may have at most ${maxKeys} valid keys; revoke one first`);
    default:
      return repeatedKey(sealer, { ...created, outcome: created.outcome }, owner);
  }
}

/**
 * Returns the key that the first request of an operation created. Throws INVALID_PARAM when this request has other
 * arguments, and when the first request is more than 24 hours old.
 */
export function repeatedKey(
  sealer: Sealer,
  { outcome, sealedKey }: { readonly outcome: 'repeated' | 'changed'; readonly sealedKey: SealedText | undefined },
  owner: string,
): string {
  if (outcome === 'changed') {
    throw new Fault('INVALID_PARAM', 'operation_id was used with other arguments; use a new id for each creation');
  }
  if (sealedKey === undefined) {
    throw new Fault(
      'INVALID_PARAM',
      'operation_id created a key more than 24 hours ago, which is not shown again; use a new id for another key',
    );
  }
  return sealer.open(sealedKey, owner);
}
