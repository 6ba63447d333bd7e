import type { BillingServiceDefinition } from '@assay/rpc/gen/assay/billing/v1/BillingService';
import type { ServiceHandlers } from '@assay/rpc/methods';
import { addCredits, createAccount, getAccount, getCharges } from './accounts/accounts.ts';
import { createKey, revokeKey } from './accounts/keys.ts';
import type { AccountStore } from './accounts/store.ts';
import type { HoldBatchers } from './holds/hold-batchers.ts';
import { checkAdmit, checkConfirm, checkHold, checkSettle } from './holds/requests.ts';

/** Methods that need the operator's token. */
export const operatorMethods = [
  'CreateAccount',
  'CreateKey',
  'RevokeKey',
  'AddCredits',
  'GetAccount',
  'GetCharges',
] as const satisfies readonly (keyof BillingServiceDefinition)[];

/** What the handlers need. */
export type BillingHandlerPorts = {
  readonly holds: HoldBatchers;
  readonly accounts: AccountStore;
  readonly publishRevocation: (sha256: Buffer) => void;
  /** Requests per minute with a key of a new account whose request has no limit. */
  readonly defaultRateLimit: number;
};

/** Returns the handlers of BillingService. */
export function billingHandlers(ports: BillingHandlerPorts): ServiceHandlers<BillingServiceDefinition> {
  const { holds, accounts } = ports;
  return {
    Admit: async (request, context) => {
      checkAdmit(request);
      return holds.admit.submit(request, context);
    },
    Hold: async (request, context) => {
      checkHold(request);
      return holds.hold.submit(request, context);
    },
    Settle: async (request, context) => {
      checkSettle(request);
      return holds.settle.submit(request, context);
    },
    Confirm: async (request, context) => {
      checkConfirm(request);
      return holds.confirm.submit(request, context);
    },
    GetAccount: (request) => getAccount(accounts, request.account_id),
    GetCharges: (request) => getCharges(accounts, request.trace_id),
    CreateAccount: (request) => createAccount(accounts, ports.defaultRateLimit, request),
    CreateKey: (request) => createKey(accounts, request.account_id),
    RevokeKey: (request) => revokeKey(accounts, ports.publishRevocation, request.key),
    AddCredits: (request) => addCredits(accounts, request),
  };
}
