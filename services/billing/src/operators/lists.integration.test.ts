import { beforeAll, expect, test } from '@jest/globals';
import { createKey } from '../accounts/keys.ts';
import { createAccountStore } from '../accounts/store.ts';
import { useBilling } from '../testing/billing-world.ts';
import { openCustomer } from '../testing/customers.ts';
import { browseAccounts, browseKeys } from './lists.ts';
import { createListStore, type ListStore } from './list-store.ts';

const billing = useBilling();
let store: ListStore;

beforeAll(() => {
  store = createListStore(billing.postgres.query);
});

test('operators get all accounts in pages, newest first, each once', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    ids.push((await openCustomer(billing.postgres)).accountId);
  }
  const listed: (string | undefined)[] = [];
  let cursor = '';
  do {
    const page = await browseAccounts(store, { page_size: 2, cursor });
    expect(page.accounts?.length).toBeLessThanOrEqual(2);
    listed.push(...(page.accounts ?? []).map(({ id }) => id));
    cursor = page.next_cursor ?? '';
  } while (cursor !== '');
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.filter((id) => ids.includes(id ?? ''))).toEqual(ids.toReversed());
});

test("operators get an account's keys in pages, without the keys themselves", async () => {
  const { accountId, key } = await openCustomer(billing.postgres);
  const created = await createKey(createAccountStore(billing.postgres.query), accountId, 10);
  const first = await browseKeys(store, { account_id: accountId, page_size: 1, cursor: '' });
  const second = await browseKeys(store, { account_id: accountId, page_size: 1, cursor: first.next_cursor ?? '' });
  expect(first.keys?.map(({ prefix }) => prefix)).toEqual([created.key_prefix]);
  expect(second.keys?.map(({ prefix }) => prefix)).toEqual([key.slice(0, 8)]);
  expect(second.next_cursor).toBe('');
  expect(JSON.stringify([first, second])).not.toContain(key);
});

test('a malformed page is INVALID_PARAM, and an unknown account is NOT_FOUND', async () => {
  await expect(browseAccounts(store, { page_size: 201, cursor: '' })).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  await expect(browseAccounts(store, { page_size: 0, cursor: 'x' })).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  const unknown = { account_id: `acc_${'0'.repeat(22)}`, page_size: 0, cursor: '' };
  await expect(browseKeys(store, unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
