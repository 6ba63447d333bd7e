import { Fault } from '@assay/faults/faults';
import type { AddCreditsRequest__Output } from '@assay/rpc/gen/assay/billing/v1/AddCreditsRequest';
import type { AddCreditsResponse } from '@assay/rpc/gen/assay/billing/v1/AddCreditsResponse';
import type { CreateAccountRequest__Output } from '@assay/rpc/gen/assay/billing/v1/CreateAccountRequest';
import type { CreateAccountResponse } from '@assay/rpc/gen/assay/billing/v1/CreateAccountResponse';
import type { GetAccountChargesResponse } from '@assay/rpc/gen/assay/billing/v1/GetAccountChargesResponse';
import type { GetAccountResponse } from '@assay/rpc/gen/assay/billing/v1/GetAccountResponse';
import type { GetChargesResponse } from '@assay/rpc/gen/assay/billing/v1/GetChargesResponse';
import type { SetRateLimitRequest__Output } from '@assay/rpc/gen/assay/billing/v1/SetRateLimitRequest';
import type { SetRateLimitResponse } from '@assay/rpc/gen/assay/billing/v1/SetRateLimitResponse';
import type { ListAccountsResponse } from '@assay/rpc/gen/assay/billing/v1/ListAccountsResponse';
import type { OpenAccountRequest__Output } from '@assay/rpc/gen/assay/billing/v1/OpenAccountRequest';
import type { OpenAccountResponse } from '@assay/rpc/gen/assay/billing/v1/OpenAccountResponse';
import { hashBase62, randomBase62 } from '@assay/identifiers/base62';
import { checkAccountId, checkMicros, checkName, checkOperationId, checkTraceId, noAccount } from '../fields.ts';
import { newKey } from './keys.ts';
import type { AccountStore } from './store.ts';

const idLength = 22;
const maxRateLimit = 1_000_000;
const maxListedAccounts = 100;
const maxTrialClaims = 8;
const trialClaimPattern = /^[!-~]{1,100}$/;

/**
 * Opens an account with one key. The account also gets credit if the request states an amount. Throws INVALID_PARAM for
 * a malformed field.
 * @param defaultRateLimit requests per minute with each key, when the request states no limit.
 */
export async function createAccount(
  store: AccountStore,
  defaultRateLimit: number,
  request: Omit<CreateAccountRequest__Output, 'operation_id'>,
): Promise<CreateAccountResponse> {
  checkNewAccount(request);
  const { key, stored } = newKey();
  const account = await store.createAccount({
    id: `acc_${randomBase62(idLength)}`,
    name: request.name,
    rateLimitPerMinute: request.rate_limit_per_minute === 0 ? defaultRateLimit : request.rate_limit_per_minute,
    creditMicros: request.credit_micros,
    operationId: newOperationId(),
    key: stored,
  });
  return { account, key, key_prefix: stored.prefix };
}

/** Checks a request for a new account. Throws INVALID_PARAM with the name of the field when one is malformed. */
export function checkNewAccount(request: Omit<CreateAccountRequest__Output, 'operation_id'>): void {
  checkName(request.name);
  checkMicros('credit_micros', request.credit_micros, 0n);
  if (request.rate_limit_per_minute > maxRateLimit) {
    throw new Fault('INVALID_PARAM', `rate_limit_per_minute must be from 1 to ${maxRateLimit}, or 0 for the default`);
  }
}

/** The rate limit and the trial credits of a new account. Requests of the dashboard cannot choose them. */
export type OpeningTerms = { readonly defaultRateLimit: number; readonly trialMicros: bigint };

/**
 * Opens an account without a key. The account gets the trial credits if the request asks for them. The account's id is
 * derived from the operation id, so a repeated request returns the account of the first one. Throws INVALID_PARAM for a
 * malformed field.
 */
export async function openAccount(
  store: AccountStore,
  terms: OpeningTerms,
  request: Omit<OpenAccountRequest__Output, 'trial_claims'> & Partial<Pick<OpenAccountRequest__Output, 'trial_claims'>>,
): Promise<OpenAccountResponse> {
  const { trial_claims: trialClaims = [] } = request;
  checkName(request.name);
  checkOperationId(request.operation_id);
  checkTrialClaims(trialClaims);
  const isRepeatable = request.operation_id !== '';
  const characters = isRepeatable ? hashBase62(`account ${request.operation_id}`, idLength) : randomBase62(idLength);
  const id = `acc_${characters}`;
  const account =
    (await store.openAccount({
      id,
      name: request.name,
      rateLimitPerMinute: terms.defaultRateLimit,
      creditMicros: request.trial ? terms.trialMicros.toString() : '0',
      operationId: `trial_${characters}`,
      trialClaims,
    })) ?? (await store.findAccount(id));
  if (account === undefined) {
    throw new Fault('UNAVAILABLE');
  }
  return { account };
}

/** Returns accounts by their ids, oldest first. Unknown ids are left out. Throws INVALID_PARAM for more than 100 ids. */
export async function listAccounts(store: AccountStore, ids: readonly string[]): Promise<ListAccountsResponse> {
  if (ids.length > maxListedAccounts) {
    throw new Fault('INVALID_PARAM', `account_ids must have at most ${maxListedAccounts} ids; send several requests`);
  }
  ids.forEach(checkAccountId);
  return { accounts: await store.listAccounts(ids) };
}

/** Returns an account. Throws NOT_FOUND for an unknown id. */
export async function getAccount(store: AccountStore, accountId: string): Promise<GetAccountResponse> {
  checkAccountId(accountId);
  const account = await store.findAccount(accountId);
  if (account === undefined) {
    throw noAccount();
  }
  return { account };
}

/**
 * Changes the rate limit of an account. Throws NOT_FOUND for an unknown id, and INVALID_PARAM for a malformed field.
 * @param onChanged called with the account id after the change is committed. It notifies the gateways, so that they ask
 * billing about the account again and do not refuse its keys from their caches.
 */
export async function setRateLimit(
  store: AccountStore,
  onChanged: (accountId: string) => void,
  request: SetRateLimitRequest__Output,
): Promise<SetRateLimitResponse> {
  checkAccountId(request.account_id);
  if (request.rate_limit_per_minute < 1 || request.rate_limit_per_minute > maxRateLimit) {
    throw new Fault('INVALID_PARAM', `rate_limit_per_minute must be from 1 to ${maxRateLimit}`);
  }
  const account = await store.setRateLimit(request.account_id, request.rate_limit_per_minute);
  if (account === undefined) {
    throw noAccount();
  }
  onChanged(request.account_id);
  return { account };
}

/**
 * Adds credits to an account, at most once for each operation id. Throws INVALID_PARAM when an earlier request with the
 * same operation id stated another account or another amount.
 */
export async function addCredits(store: AccountStore, request: AddCreditsRequest__Output): Promise<AddCreditsResponse> {
  checkAccountId(request.account_id);
  checkMicros('credit_micros', request.credit_micros, 1n);
  checkOperationId(request.operation_id);
  const operationId = request.operation_id === '' ? newOperationId() : request.operation_id;
  const { outcome, balanceMicros } = await store.addCredits(request.account_id, operationId, request.credit_micros);
  switch (outcome) {
    case 'unknown':
      throw noAccount();
    case 'foreign':
      throw new Fault('INVALID_PARAM', 'operation_id was used to credit another account; use a new id for each top-up');
    case 'changed':
      throw new Fault(
        'INVALID_PARAM',
        'operation_id was used with another credit_micros; use a new id for each top-up',
      );
    default:
      return { balance_micros: balanceMicros, credited: outcome === 'credited' };
  }
}

/** Returns the holds of one trace with their ledger entries. The list is empty when the trace has no holds. */
export async function getCharges(store: AccountStore, traceId: string): Promise<GetChargesResponse> {
  checkTraceId(traceId);
  return { charges: await store.charges(traceId) };
}

/** Returns the holds of one trace that belong to an account, without their ledger entries. */
export async function getAccountCharges(
  store: AccountStore,
  accountId: string,
  traceId: string,
): Promise<GetAccountChargesResponse> {
  checkAccountId(accountId);
  checkTraceId(traceId);
  return { charges: await store.accountCharges(accountId, traceId) };
}

function checkTrialClaims(claims: readonly string[]): void {
  if (claims.length > maxTrialClaims || !claims.every((claim) => trialClaimPattern.test(claim))) {
    throw new Fault(
      'INVALID_PARAM',
      `trial_claims must be at most ${maxTrialClaims} texts, each of 1 to 100 visible ASCII characters`,
    );
  }
}

function newOperationId(): string {
  return `op_${randomBase62(idLength)}`;
}
