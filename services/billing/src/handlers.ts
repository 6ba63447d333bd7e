import type { BillingServiceDefinition } from '@assay/rpc/gen/assay/billing/v1/BillingService';
import { remainingMs, type CallContext } from '@assay/rpc/context';
import type { ServiceHandlers } from '@assay/rpc/methods';
import type { Sealer } from '@assay/storage/sealing';
import {
  addCredits,
  getAccount,
  getAccountCharges,
  getCharges,
  listAccounts,
  openAccount,
  setRateLimit,
  type OpeningTerms,
} from './accounts/accounts.ts';
import { createAccountKeyOnce, createAccountOnce, createKeyOnce } from './accounts/create-once.ts';
import { revokeKey } from './accounts/keys.ts';
import type { KeyChangePublisher } from './accounts/publish-key-changes.ts';
import type { AccountStore } from './accounts/store.ts';
import type { HoldBatchers } from './holds/hold-batchers.ts';
import { checkBegin, checkFinish, type IdempotentCallQueues } from './idempotency/calls.ts';
import { checkAdmit, checkConfirm, checkHold, checkSettle } from './holds/requests.ts';
import { checkTokenHash, reportedAction, type OperatorDirectory } from './operators/access.ts';
import { browseAccounts, browseKeys } from './operators/lists.ts';
import type { ListStore } from './operators/list-store.ts';
import { createOperator, revokeOperator, rotateOperator } from './operators/operators.ts';
import type { OperatorStore } from './operators/store.ts';
import { getUsage, listKeys, listLedger, revokeAccountKey } from './pages/pages.ts';
import { rotateAccountKey } from './pages/rotation.ts';
import type { PageStore } from './pages/store.ts';

/** Names of the methods that only a caller with an operator's token may use. */
export const operatorMethods = [
  'CreateAccount',
  'CreateKey',
  'RevokeKey',
  'AddCredits',
  'GetAccount',
  'GetCharges',
  'SetRateLimit',
  'CreateOperator',
  'ListOperators',
  'RevokeOperator',
  'RotateOperator',
  'BrowseAccounts',
  'BrowseKeys',
  'GetDiagnosis',
] as const satisfies readonly (keyof BillingServiceDefinition)[];

/** The dependencies of the handlers. */
export type BillingHandlerPorts = {
  readonly holds: HoldBatchers;
  readonly calls: IdempotentCallQueues;
  readonly accounts: AccountStore;
  readonly pages: PageStore;
  readonly lists: ListStore;
  readonly operators: OperatorStore;
  readonly directory: OperatorDirectory;
  readonly publish: KeyChangePublisher;
  /** Encrypts keys for storage, so that a repeated creation can get its key again. */
  readonly sealer: Sealer;
  /** The rate limit and the trial credits of new accounts. */
  readonly terms: OpeningTerms;
  /** Maximum number of valid keys of an account. */
  readonly maxKeys: number;
};

/** Returns the handlers of BillingService, except GetDiagnosis, by which an operator checks the service. */
export function billingHandlers(
  ports: BillingHandlerPorts,
): Omit<ServiceHandlers<BillingServiceDefinition>, 'GetDiagnosis'> {
  const { holds, calls, accounts, operators, directory, publish, terms } = ports;
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
    CreateAccount: (request) => createAccountOnce({ ...ports, ...terms }, request),
    CreateKey: (request) => createKeyOnce({ ...ports, ...terms }, request),
    RevokeKey: (request) => revokeKey(accounts, publish.revoked, request.key),
    AddCredits: (request) => addCredits(accounts, request),
    SetRateLimit: (request) => setRateLimit(accounts, publish.limitChanged, request),
    CreateOperator: (request) => createOperator(operators, request.name),
    ListOperators: async () => ({ operators: await operators.list() }),
    RevokeOperator: (request) => revokeOperator(operators, request.name),
    RotateOperator: (request) => rotateOperator(operators, request.name),
    BrowseAccounts: (request) => browseAccounts(ports.lists, request),
    BrowseKeys: (request) => browseKeys(ports.lists, request),
    FindOperator: async (request) => {
      checkTokenHash(request.token_sha256);
      return { name: (await directory.findOperator(request.token_sha256)) ?? '' };
    },
    RecordOperatorAction: async (request) => {
      await directory.record(reportedAction(request));
      return {};
    },
    ...dashboardHandlers(ports),
  };
}

type DashboardMethod =
  | 'ListAccounts'
  | 'OpenAccount'
  | 'ListKeys'
  | 'CreateAccountKey'
  | 'RevokeAccountKey'
  | 'RotateAccountKey'
  | 'GetUsage'
  | 'ListLedger';

/** Returns the handlers of the dashboard's methods. */
function dashboardHandlers({
  accounts,
  pages,
  publish,
  terms,
  maxKeys,
  sealer,
}: BillingHandlerPorts): Pick<ServiceHandlers<BillingServiceDefinition>, DashboardMethod> {
  return {
    ListAccounts: (request) => listAccounts(accounts, request.account_ids),
    OpenAccount: (request) => openAccount(accounts, terms, request),
    ListKeys: (request) => listKeys(pages, request.account_id),
    CreateAccountKey: (request) => createAccountKeyOnce({ accounts, sealer, maxKeys, ...terms }, request),
    RevokeAccountKey: (request) => revokeAccountKey(pages, publish.revoked, request),
    RotateAccountKey: (request) => rotateAccountKey({ pages, sealer, maxKeys }, request),
    GetUsage: (request) => getUsage(pages, request),
    ListLedger: (request) => listLedger(pages, request),
  };
}

/**
 * Releases a new hold if the caller's deadline passed before the statement that stored it ended. The caller may have
 * sent its own release before the hold existed. Without this second release, the credit would stay held until the hold
 * lapses.
 */
function releaseIfLate(holds: HoldBatchers, holdId: string, context: CallContext): void {
  if (holdId !== '' && remainingMs(context) <= 0) {
    holds.confirm.submit({ delivered_hold_ids: [], undelivered_hold_ids: [holdId] }).catch(() => undefined);
  }
}
