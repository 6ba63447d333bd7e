import { Fault } from '@assay/faults/faults';
import type { ApiKey } from '@assay/rpc/gen/assay/billing/v1/ApiKey';
import type { RotateAccountKeyRequest__Output } from '@assay/rpc/gen/assay/billing/v1/RotateAccountKeyRequest';
import type { RotateAccountKeyResponse } from '@assay/rpc/gen/assay/billing/v1/RotateAccountKeyResponse';
import type { Sealer } from '@assay/storage/sealing';
import { newOperation, ownerOf, repeatedKey } from '../accounts/create-once.ts';
import { hashStartOf, keyIdOf } from '@assay/identifiers/key-id';
import { newKey } from '../accounts/keys.ts';
import { checkAccountId, checkOperationId } from '../fields.ts';
import { noKey } from './pages.ts';
import type { KeyRotation, PageStore, RotationOutcome } from './store.ts';

/** The dependencies of a key's rotation. */
export type RotationPorts = {
  readonly pages: PageStore;
  /** Encrypts keys for storage, so that a repeated request can get its key again. */
  readonly sealer: Sealer;
  /** Maximum number of valid keys of an account. */
  readonly maxKeys: number;
};

/** Minimum and maximum number of seconds for which a replaced key may still work. */
const overlap = { min: 60, max: 30 * 86_400 };

/**
 * Replaces a key of an account by a new key with the same name. The replaced key works until the overlap ends. A
 * request that repeats an earlier operation id creates nothing. For 24 hours, it gets the new key of the first request.
 * Throws NOT_FOUND when the account has no such key. Throws INVALID_PARAM for an overlap out of range, for a key that
 * no longer works, and when the account has too many valid keys. Also throws INVALID_PARAM when a repeated request has
 * other arguments than the first one.
 */
export async function rotateAccountKey(
  ports: RotationPorts,
  request: RotateAccountKeyRequest__Output,
): Promise<RotateAccountKeyResponse> {
  const { account_id: accountId, key_id: keyId, overlap_seconds: overlapSeconds, operation_id: operationId } = request;
  checkAccountId(accountId);
  checkOperationId(operationId);
  if (overlapSeconds < overlap.min || overlapSeconds > overlap.max) {
    throw new Fault('INVALID_PARAM', `overlap_seconds must be ${overlap.min} to ${overlap.max}`);
  }
  const hashStart = hashStartOf(keyId);
  if (hashStart === undefined) {
    throw noKey();
  }
  const rotation = { accountId, hashStart, overlapSeconds, maxKeys: ports.maxKeys };
  const { key, sha256 } =
    operationId === '' ? await rotate(ports, rotation) : await rotateOnce(ports, rotation, keyId, operationId);
  const keys = await ports.pages.keys(accountId);
  const find = (id: string): ApiKey | null => keys.find((each) => each.id === id) ?? null;
  return { key, record: find(keyIdOf(sha256)), replaced: find(keyId) };
}

type IssuedKey = { readonly key: string; readonly sha256: Buffer };

async function rotate({ pages, maxKeys }: RotationPorts, rotation: KeyRotation): Promise<IssuedKey> {
  const { key, stored } = newKey();
  const outcome = await pages.rotateKey(rotation, stored);
  if (outcome !== 'rotated') {
    throw rotationFault(outcome, maxKeys);
  }
  return { key, sha256: stored.sha256 };
}

async function rotateOnce(
  { pages, sealer, maxKeys }: RotationPorts,
  rotation: KeyRotation,
  keyId: string,
  operationId: string,
): Promise<IssuedKey> {
  const { accountId, overlapSeconds } = rotation;
  const arguments_ = ['RotateAccountKey', keyId, overlapSeconds];
  const { key, stored, operation } = newOperation(sealer, accountId, operationId, arguments_);
  const { outcome, keySha256, sealedKey } = await pages.rotateKeyOnce(rotation, stored, operation);
  switch (outcome) {
    case 'rotated':
      return { key, sha256: keySha256 };
    case 'repeated':
    case 'changed':
      return {
        key: repeatedKey(sealer, { outcome, sealedKey }, ownerOf(accountId, operationId)),
        sha256: keySha256,
      };
    default:
      throw rotationFault(outcome, maxKeys);
  }
}

function rotationFault(outcome: Exclude<RotationOutcome, 'rotated'>, maxKeys: number): Fault {
  switch (outcome) {
    case 'unknown':
      return noKey();
    case 'ended':
      return new Fault('INVALID_PARAM', 'the key has ended already; create a new key instead');
    default:
      return new Fault('INVALID_PARAM', `an account may have at most ${maxKeys} valid keys; revoke one first`);
  }
}
