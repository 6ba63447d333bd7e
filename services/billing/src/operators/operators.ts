import { Fault } from '@assay/faults/faults';
import { hashOperatorToken, rootOperator } from '@assay/rpc/operator-access';
import type { CreateOperatorResponse } from '@assay/rpc/gen/assay/billing/v1/CreateOperatorResponse';
import type { RevokeOperatorResponse } from '@assay/rpc/gen/assay/billing/v1/RevokeOperatorResponse';
import type { RotateOperatorResponse } from '@assay/rpc/gen/assay/billing/v1/RotateOperatorResponse';
import { randomBase62 } from '@assay/identifiers/base62';
import type { OperatorStore } from './store.ts';

/** Number of random characters in a token. 32 characters of base62 contain 190 random bits. */
const tokenEntropyLength = 32;
const namePattern = /^[a-z][a-z0-9._-]{0,39}$/;

/** Creates an operator. Throws INVALID_PARAM for a malformed name, and for the name of a present or former operator. */
export async function createOperator(store: OperatorStore, name: string): Promise<CreateOperatorResponse> {
  checkName(name);
  const token = newToken();
  if (!(await store.create(name, hashOperatorToken(token)))) {
    throw new Fault('INVALID_PARAM', 'name is taken; rotate its token, or take another name if it is revoked');
  }
  return { token };
}

/**
 * Revokes the token of an operator. Returns the time of the revocation, or the earlier time when the token was revoked
 * before.
 */
export async function revokeOperator(store: OperatorStore, name: string): Promise<RevokeOperatorResponse> {
  checkName(name);
  const revokedAt = await store.revoke(name);
  if (revokedAt === undefined) {
    throw new Fault('NOT_FOUND', 'no operator has this name');
  }
  return { revoked_at: revokedAt };
}

/** Replaces the token of an operator. Throws NOT_FOUND for an unknown or a revoked operator. */
export async function rotateOperator(store: OperatorStore, name: string): Promise<RotateOperatorResponse> {
  checkName(name);
  const token = newToken();
  if (!(await store.rotate(name, hashOperatorToken(token)))) {
    throw new Fault('NOT_FOUND', 'no operator with a valid token has this name');
  }
  return { token };
}

function checkName(name: string): void {
  if (name === rootOperator) {
    throw new Fault('INVALID_PARAM', 'name must not be root; ASSAY_ADMIN_TOKEN is the token of root');
  }
  if (!namePattern.test(name)) {
    throw new Fault(
      'INVALID_PARAM',
      'name must be 1 to 40 lowercase letters, digits, dots, underscores and hyphens, beginning with a letter',
    );
  }
}

function newToken(): string {
  return `aop_${randomBase62(tokenEntropyLength)}`;
}
