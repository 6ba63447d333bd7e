import type { BrowseAccountsRequest__Output } from '@assay/rpc/gen/assay/billing/v1/BrowseAccountsRequest';
import type { BrowseAccountsResponse } from '@assay/rpc/gen/assay/billing/v1/BrowseAccountsResponse';
import type { BrowseKeysRequest__Output } from '@assay/rpc/gen/assay/billing/v1/BrowseKeysRequest';
import type { BrowseKeysResponse } from '@assay/rpc/gen/assay/billing/v1/BrowseKeysResponse';
import { decodeCursor, pageOf, pageSizeOf, timePattern } from '@assay/storage/page';
import { checkAccountId, noAccount } from '../fields.ts';
import type { Listed, ListPosition, ListStore } from './list-store.ts';

const accountIdPattern = /^[!-~]{1,100}$/;
const sha256Pattern = /^[0-9a-f]{64}$/;

/** Returns a page of all accounts, newest first. Throws INVALID_PARAM for a malformed field. */
export async function browseAccounts(
  store: ListStore,
  request: BrowseAccountsRequest__Output,
): Promise<BrowseAccountsResponse> {
  const size = pageSizeOf(request.page_size);
  const after = positionOf(request.cursor, accountIdPattern);
  const { rows, nextCursor } = pageOf(await store.accounts(after, size + 1), size, keyOf);
  return { accounts: rows.map(({ row }) => row), next_cursor: nextCursor };
}

/**
 * Returns a page of an account's keys, newest first. Throws NOT_FOUND for an unknown account, and INVALID_PARAM for a
 * malformed field.
 */
export async function browseKeys(store: ListStore, request: BrowseKeysRequest__Output): Promise<BrowseKeysResponse> {
  checkAccountId(request.account_id);
  const size = pageSizeOf(request.page_size);
  const after = positionOf(request.cursor, sha256Pattern);
  const { rows, nextCursor } = pageOf(await store.keys(request.account_id, after, size + 1), size, keyOf);
  if (rows.length === 0 && !(await store.hasAccount(request.account_id))) {
    throw noAccount();
  }
  return { keys: rows.map(({ row }) => row), next_cursor: nextCursor };
}

function keyOf({ position }: Listed<unknown>): readonly string[] {
  return [position.at, position.id];
}

function positionOf(cursor: string, idPattern: RegExp): ListPosition | undefined {
  const key = decodeCursor(cursor, [timePattern, idPattern]);
  return key === undefined ? undefined : { at: key[0] ?? '', id: key[1] ?? '' };
}
