import type { BillingServiceDefinition } from '@assay/rpc/gen/assay/billing/v1/BillingService';
import { remainingMs, type CallContext } from '@assay/rpc/context';
import type { ServiceHandlers } from '@assay/rpc/methods';
import { addCredits, createAccount, getAccount, getAccountCharges, getCharges } from './accounts/accounts.ts';
import { createKey, revokeKey } from './accounts/keys.ts';
import type { AccountStore } from './accounts/store.ts';
import type { HoldBatchers } from './holds/hold-batchers.ts';
import { checkBegin, checkFinish, type IdempotentCallQueues } from './idempotency/calls.ts';
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
  readonly calls: IdempotentCallQueues;
  readonly accounts: AccountStore;
  readonly publishRevocation: (sha256: Buffer) => void;
  /** Requests per minute with a key of a new account whose request has no limit. */
  readonly defaultRateLimit: number;
};

/** Returns the handlers of BillingService. */
export function billingHandlers(ports: BillingHandlerPorts): ServiceHandlers<BillingServiceDefinition> {
  const { holds, calls, accounts } = ports;
  return {
    Admit: async (request, context) => {
      checkAdmit(request);
      const response = await holds.admit.submit(request, context);
      releaseIfLate(holds, request.hold_id, context);
      return response;
    },
    Hold: async (request, context) => {
      checkHold(request);
      const response = await holds.hold.submit(request, context);
      releaseIfLate(holds, request.hold_id, context);
      return response;
    },
    Settle: async (request, context) => {
      checkSettle(request);
      return holds.settle.submit(request, context);
    },
    Confirm: async (request, context) => {
      checkConfirm(request);
      return holds.confirm.submit(request, context);
    },
    BeginIdempotentCall: async (request, context) => {
      checkBegin(request);
      return calls.begin.submit(request, context);
    },
    FinishIdempotentCall: async (request, context) => {
      checkFinish(request);
      return calls.finish.submit(request, context);
    },
    GetAccountCharges: (request) => getAccountCharges(accounts, request.account_id, request.trace_id),
    GetAccount: (request) => getAccount(accounts, request.account_id),
    GetCharges: (request) => getCharges(accounts, request.trace_id),
    CreateAccount: (request) => createAccount(accounts, ports.defaultRateLimit, request),
    CreateKey: (request) => createKey(accounts, request.account_id),
    RevokeKey: (request) => revokeKey(accounts, ports.publishRevocation, request.key),
    AddCredits: (request) => addCredits(accounts, request),
  };
}

/**
 * Releases a hold whose caller gave up before the statement ended. The caller's own release may have arrived before the
 * hold was stored, so without this the credit stays bound until the hold lapses.
 */
function releaseIfLate(holds: HoldBatchers, holdId: string, context: CallContext): void {
  if (holdId !== '' && remainingMs(context) <= 0) {
    holds.confirm.submit({ delivered_hold_ids: [], undelivered_hold_ids: [holdId] }).catch(() => undefined);
  }
}
