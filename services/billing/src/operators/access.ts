import { cleanText } from '@assay/faults/clean-text';
import { Fault } from '@assay/faults/faults';
import type { RecordOperatorActionRequest__Output } from '@assay/rpc/gen/assay/billing/v1/RecordOperatorActionRequest';
import { rootTokenCheck } from '@assay/rpc/operator-access';
import type { OperatorRecord } from '@assay/runtime/operator-access';
import type { OperatorStore } from './store.ts';

/** Checks tokens of operators, and records each action with the operator's name. */
export type OperatorDirectory = {
  /** Returns the name of the operator with this token. Returns undefined for a token that is not valid. */
  readonly findOperator: (tokenSha256: Buffer) => Promise<string | undefined>;
  /**
   * Stores a row of the audit table. The actor in the row is the operator whose token was sent, even when the token is
   * revoked.
   */
  readonly record: (row: OperatorRecord) => Promise<void>;
};

/**
 * Creates the directory of operators. It finds operators in the store, and recognises the operator root by `rootToken`,
 * because root has no stored row.
 */
export function createOperatorDirectory(store: OperatorStore, rootToken: string): OperatorDirectory {
  const isRoot = rootTokenCheck(rootToken);
  return {
    findOperator: async (tokenSha256) => {
      const root = isRoot(tokenSha256);
      if (root !== undefined) {
        return root;
      }
      const operator = await store.find(tokenSha256);
      return operator?.revokedAt === undefined ? operator?.name : undefined;
    },
    record: async (row) => {
      const actor = isRoot(row.tokenSha256) ?? (await store.find(row.tokenSha256))?.name ?? 'unknown';
      await store.record(actor, row);
    },
  };
}

/** Names of the request fields that the audit table may show. Any other field may be secret. */
const publicFields = [
  'name',
  'account_id',
  'credit_micros',
  'operation_id',
  'rate_limit_per_minute',
  'trace_id',
] as const;
const shownKeyLength = 8;
const maxTextLength = 200;

/** Returns the arguments of an operator's call without secrets. A key is shortened to its first 8 characters. */
export function auditedArguments(_method: string, request: unknown): Readonly<Record<string, unknown>> {
  const fields = request as Readonly<Record<string, unknown>>;
  const shown: Record<string, unknown> = {};
  for (const field of publicFields) {
    const value = fields[field];
    if (value !== undefined && value !== '' && value !== 0 && value !== '0') {
      shown[field] = typeof value === 'string' ? cleanText(value, maxTextLength) : value;
    }
  }
  return typeof fields['key'] === 'string'
    ? { ...shown, key_prefix: fields['key'].slice(0, shownKeyLength).replaceAll(/[^\w-]/g, '?') }
    : shown;
}

const sha256Length = 32;
const actionPattern = /^[a-z]{1,20}\.[A-Za-z]{1,60}$/;
const outcomePattern = /^[A-Za-z_]{1,40}$/;
const actionIdPattern = /^[0-9a-f-]{36}$/;
const maxArgumentsLength = 4_000;

/** Throws INVALID_PARAM unless the hash has the length of a SHA-256 hash. */
export function checkTokenHash(tokenSha256: Buffer): void {
  if (tokenSha256.length !== sha256Length) {
    throw new Fault('INVALID_PARAM', 'token_sha256 must have 32 bytes');
  }
}

/**
 * Returns the row of the audit table for an action that another service reports. Throws INVALID_PARAM for a malformed
 * field.
 */
export function reportedAction(request: RecordOperatorActionRequest__Output): OperatorRecord {
  checkTokenHash(request.token_sha256);
  const isWellFormed =
    actionPattern.test(request.action) &&
    outcomePattern.test(request.outcome) &&
    actionIdPattern.test(request.action_id) &&
    request.arguments_json.length <= maxArgumentsLength;
  const actionArguments = isWellFormed ? parsedObject(request.arguments_json) : undefined;
  if (actionArguments === undefined) {
    throw new Fault('INVALID_PARAM', 'action, outcome, action_id or arguments_json is malformed');
  }
  return {
    actionId: request.action_id,
    tokenSha256: request.token_sha256,
    action: request.action,
    arguments: actionArguments,
    outcome: request.outcome,
  };
}

function parsedObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
