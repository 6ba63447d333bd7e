import { Fault } from '@assay/faults/faults';
import type { GetUsageRequest__Output } from '@assay/rpc/gen/assay/billing/v1/GetUsageRequest';
import type { GetUsageResponse } from '@assay/rpc/gen/assay/billing/v1/GetUsageResponse';
import type { ListKeysResponse } from '@assay/rpc/gen/assay/billing/v1/ListKeysResponse';
import type { ListLedgerRequest__Output } from '@assay/rpc/gen/assay/billing/v1/ListLedgerRequest';
import type { ListLedgerResponse } from '@assay/rpc/gen/assay/billing/v1/ListLedgerResponse';
import type { RevokeAccountKeyResponse } from '@assay/rpc/gen/assay/billing/v1/RevokeAccountKeyResponse';
import { decodeCursor, pageOf, pageSizeOf, timePattern, timeRangeOf } from '@assay/storage/page';
import { hashStartOf } from '@assay/identifiers/key-id';
import { checkAccountId } from '../fields.ts';
import type { LedgerPosition, PageStore } from './store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/**
 * Usage is summed up for each hour or each day. For both steps: the length, and the maximum number of steps in a
 * response. The maximum is 31 days in hours, or one leap year in days.
 */
const steps = {
  USAGE_STEP_HOUR: { name: 'hour', ms: hourMs, max: 744 },
  USAGE_STEP_DAY: { name: 'day', ms: dayMs, max: 366 },
} as const;

/** Returns the keys of an account, newest first. Throws INVALID_PARAM for a malformed account id. */
export async function listKeys(store: PageStore, accountId: string): Promise<ListKeysResponse> {
  checkAccountId(accountId);
  return { keys: await store.keys(accountId) };
}

/**
 * Revokes a key of an account by its id. Throws NOT_FOUND when the account has no such key.
 * @param onRevoked called with the key's hash after the revocation is committed. It notifies the gateways, so that they
 * remove the key from their caches.
 */
export async function revokeAccountKey(
  store: PageStore,
  onRevoked: (sha256: Buffer) => void,
  request: { readonly account_id: string; readonly key_id: string },
): Promise<RevokeAccountKeyResponse> {
  checkAccountId(request.account_id);
  const hashStart = hashStartOf(request.key_id);
  const revoked = hashStart === undefined ? undefined : await store.revokeKey(request.account_id, hashStart);
  if (revoked === undefined) {
    throw noKey();
  }
  onRevoked(revoked.sha256);
  return { record: revoked.record };
}

/** Returns the fault for a request with the id of a key that the account does not have. */
export function noKey(): Fault {
  return new Fault('NOT_FOUND', 'the account has no key with this key_id');
}

/** Returns a page of an account's ledger. Throws INVALID_PARAM for a malformed field. */
export async function listLedger(store: PageStore, request: ListLedgerRequest__Output): Promise<ListLedgerResponse> {
  checkAccountId(request.account_id);
  const range = timeRangeOf(request);
  const size = pageSizeOf(request.page_size);
  const after = positionOf(request.cursor);
  const { rows, nextCursor } = pageOf(
    await store.ledger(request.account_id, range, after, size + 1),
    size,
    ({ position }) => [position.at, position.operationId, position.kind],
  );
  return { entries: rows.map(({ entry }) => entry), next_cursor: nextCursor };
}

function positionOf(cursor: string): LedgerPosition | undefined {
  const key = decodeCursor(cursor, [timePattern, /^[\u0020-\u007e]{1,100}$/, /^[a-z]{1,20}$/]);
  return key === undefined ? undefined : { at: key[0] ?? '', operationId: key[1] ?? '', kind: key[2] ?? '' };
}

/** Returns the usage of an account. Throws INVALID_PARAM for a malformed field and for a range that is too long. */
export async function getUsage(store: PageStore, request: GetUsageRequest__Output): Promise<GetUsageResponse> {
  checkAccountId(request.account_id);
  const step = request.step === 'USAGE_STEP_UNSPECIFIED' ? undefined : steps[request.step];
  if (step === undefined) {
    throw new Fault('INVALID_PARAM', 'step must be USAGE_STEP_HOUR or USAGE_STEP_DAY');
  }
  timeRangeOf(request);
  const fromMs = Math.floor(Number(request.from_ms) / step.ms) * step.ms;
  const toMs = Math.ceil(Number(request.to_ms) / step.ms) * step.ms;
  if (fromMs >= toMs || toMs - fromMs > step.ms * step.max) {
    throw new Fault('INVALID_PARAM', `from_ms to to_ms must be 1 to ${step.max} ${step.name}s`);
  }
  const range = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  return { rows: await store.usage(request.account_id, range, step.name) };
}
