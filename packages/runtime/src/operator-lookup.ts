import type { CallContext } from '@assay/rpc/context';
import { rootContext } from '@assay/rpc/context';
import type { BillingServiceDefinition } from '@assay/rpc/gen/assay/billing/v1/BillingService';
import type { ServiceClient } from '@assay/rpc/methods';
import { LRUCache } from 'lru-cache';
import type { OperatorRecord } from './operator-access.ts';

/** Time for which a service caches the operator of a token, in milliseconds. A revoked token may work for this long. */
const rememberMs = 10_000;
const callTimeoutMs = 2_000;
/** Maximum number of tokens in the cache. The limit is needed because the cache contains unknown tokens too. */
const maxRemembered = 1_000;

type Billing = Pick<ServiceClient<BillingServiceDefinition>, 'FindOperator' | 'RecordOperatorAction'>;

/** Asks billing about operators, and reports their actions to it. */
export type OperatorLookup = {
  /** Returns the name of the operator of a valid token. Rejects with UNAVAILABLE when billing does not answer. */
  readonly findOperator: (tokenSha256: Buffer) => Promise<string | undefined>;
  /** Reports a row of the audit table to billing. Rejects when billing does not answer. */
  readonly record: (row: OperatorRecord) => Promise<void>;
};

/** Creates the operator lookup for a service other than billing. */
export function createOperatorLookup(
  billing: Billing,
  monotonic: () => number = () => performance.now(),
): OperatorLookup {
  const remembered = new LRUCache<string, { readonly name: string | undefined; readonly untilMs: number }>({
    max: maxRemembered,
  });
  const context = (): CallContext => rootContext(callTimeoutMs);
  return {
    findOperator: async (tokenSha256) => {
      const key = tokenSha256.toString('hex');
      const cachedOperator = remembered.get(key);
      if (cachedOperator !== undefined && monotonic() < cachedOperator.untilMs) {
        return cachedOperator.name;
      }
      const response = await billing.FindOperator({ token_sha256: tokenSha256 }, context());
      const name = response.name === '' ? undefined : response.name;
      remembered.set(key, { name, untilMs: monotonic() + rememberMs });
      return name;
    },
    record: async (row) => {
      await billing.RecordOperatorAction(
        {
          token_sha256: row.tokenSha256,
          action: row.action,
          arguments_json: JSON.stringify(row.arguments),
          outcome: row.outcome,
          action_id: row.actionId,
        },
        context(),
      );
    },
  };
}
