import { beforeAll, expect, test } from '@jest/globals';
import type { AccountLedgerEntry } from '@assay/rpc/gen/assay/billing/v1/AccountLedgerEntry';
import { addCredits, listAccounts, openAccount } from '../accounts/accounts.ts';
import { createAccountKey } from '../accounts/keys.ts';
import { createAccountStore, type AccountStore } from '../accounts/store.ts';
import { useBilling } from '../testing/billing-world.ts';
import { admission, context, openCustomer, traceId, type Customer } from '../testing/customers.ts';
import { getUsage, listKeys, listLedger, revokeAccountKey } from './pages.ts';
import { createPageStore, type PageStore } from './store.ts';

const billing = useBilling({ steppedClock: true });
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
let accounts: AccountStore;
let pages: PageStore;

beforeAll(() => {
  accounts = createAccountStore(billing.postgres.query);
  pages = createPageStore(billing.postgres.query);
});

const terms = { defaultRateLimit: 10, trialMicros: 5_000_000n };
const everything = { from_ms: '0', to_ms: '0', page_size: 0, cursor: '' };

/** Takes a hold of 100 micro-credits, and captures `captured` of them. */
async function charge(customer: Customer, captured: number, end: { outcome?: string; level?: string } = {}) {
  const holdId = await billing.takeHold(customer, 100);
  const settlement = { hold_id: holdId, capture_micros: String(captured), received: false, ...end };
  await billing.replicaAt(0).settle.submit(settlement, context());
  return holdId;
}

async function end(ids: { delivered?: readonly string[]; undelivered?: readonly string[] }): Promise<void> {
  const request = {
    delivered_hold_ids: [...(ids.delivered ?? [])],
    undelivered_hold_ids: [...(ids.undelivered ?? [])],
  };
  await billing.replicaAt(0).confirm.submit(request, context());
}

test('an account can have several keys with names, and sees those of no other account', async () => {
  const [owner, other] = [await openCustomer(billing.postgres), await openCustomer(billing.postgres)];
  const { key = '', record } = await createAccountKey(accounts, { account_id: owner.accountId, name: 'CI' }, 50);
  expect(record).toEqual({
    id: expect.stringMatching(/^key_[0-9a-f]{32}$/),
    name: 'CI',
    prefix: key.slice(0, 8),
    created_at: expect.stringMatching(isoPattern),
    last_used_at: '',
    revoked_at: '',
    expires_at: '',
  });
  await billing.replicaAt(0).admit.submit(admission(owner), context());
  const { keys = [] } = await listKeys(pages, owner.accountId);
  expect(new Set(keys.map(({ name }) => name))).toEqual(new Set(['', 'CI']));
  expect(keys).toContainEqual(record);
  expect(keys.find(({ name }) => name === '')?.last_used_at).toMatch(isoPattern);
  expect(JSON.stringify(keys)).not.toContain(key.slice(8));
  expect((await listKeys(pages, other.accountId)).keys).toHaveLength(1);
});

test('an account revokes its own key by id, and no other account can', async () => {
  const [owner, other] = [await openCustomer(billing.postgres), await openCustomer(billing.postgres)];
  const revoked: Buffer[] = [];
  const revoke = (customer: Customer, keyId: string) =>
    revokeAccountKey(pages, (sha256) => revoked.push(sha256), { account_id: customer.accountId, key_id: keyId });
  const [first] = (await listKeys(pages, owner.accountId)).keys ?? [];
  const unknown = { code: 'NOT_FOUND', message: 'the account has no key with this key_id' };
  await expect(revoke(other, first?.id ?? '')).rejects.toMatchObject(unknown);
  await expect(revoke(owner, 'key_1')).rejects.toMatchObject(unknown);
  expect(await billing.replicaAt(0).admit.submit(admission(owner), context())).toMatchObject({
    admission: 'ADMISSION_ADMITTED',
  });
  const { record } = await revoke(owner, first?.id ?? '');
  expect(record).toMatchObject({ id: first?.id, revoked_at: expect.stringMatching(isoPattern) });
  expect(revoked).toEqual([owner.keySha256]);
  expect(await billing.replicaAt(0).admit.submit(admission(owner), context())).toMatchObject({
    admission: 'ADMISSION_INVALID_KEY',
  });
  await billing.database.stepClock(1_000);
  expect((await revoke(owner, first?.id ?? '')).record?.revoked_at).toBe(record?.revoked_at);
});

test('an account has at most the configured number of valid keys, also with concurrent requests', async () => {
  const { accountId } = await openCustomer(billing.postgres);
  const create = (): Promise<unknown> => createAccountKey(accounts, { account_id: accountId, name: 'x' }, 3);
  const results = await Promise.allSettled(Array.from({ length: 8 }, create));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await expect(create()).rejects.toMatchObject({
    code: 'INVALID_PARAM',
    message: expect.stringContaining('at most 3'),
  });
  const [newest] = (await listKeys(pages, accountId)).keys ?? [];
  await revokeAccountKey(pages, () => undefined, { account_id: accountId, key_id: newest?.id ?? '' });
  await expect(create()).resolves.toBeDefined();
});

test('an account opened twice with one operation id exists once, with its trial credits', async () => {
  const request = { name: 'Acme', trial: true, operation_id: 'sign-up-1' };
  const opened = await Promise.all(Array.from({ length: 8 }, () => openAccount(accounts, terms, request)));
  const [account] = opened.map((each) => each.account);
  expect(account).toMatchObject({ name: 'Acme', balance_micros: '5000000', rate_limit_per_minute: 10 });
  expect(new Set(opened.map((each) => each.account?.id)).size).toBe(1);
  expect((await listKeys(pages, account?.id ?? '')).keys).toEqual([]);
  const without = await openAccount(accounts, terms, { name: 'B', trial: false, operation_id: '' });
  expect(without.account?.balance_micros).toBe('0');
  const ids = [account?.id ?? '', without.account?.id ?? '', `acc_${'0'.repeat(22)}`];
  const listed = (await listAccounts(accounts, ids)).accounts?.map(({ id }) => id);
  // The test's clock does not advance, so both accounts were created at the same time. Their random ids decide the
  // order.
  expect(new Set(listed)).toEqual(new Set(ids.slice(0, 2)));
  expect(listed).toHaveLength(2);
  await expect(listAccounts(accounts, ['x'])).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  await expect(openAccount(accounts, terms, { ...request, name: ' ' })).rejects.toMatchObject({
    code: 'INVALID_PARAM',
  });
});

test('a person gets one trial: 30 openings at once, a later one, and one under another id or e-mail credit once', async () => {
  const open = (claims: readonly string[], trial = true): Promise<string> =>
    openAccount(accounts, terms, { name: 'A', trial, operation_id: '', trial_claims: [...claims] }).then(
      ({ account }) => String(account?.balance_micros),
    );
  const ann = ['person:ann', 'email:ann'];
  const balances = await Promise.all(Array.from({ length: 30 }, () => open(ann)));
  expect(balances.filter((balance) => balance === '5000000')).toHaveLength(1);
  expect(balances.filter((balance) => balance === '0')).toHaveLength(29);
  expect(await open(ann)).toBe('0');
  expect(await open(['person:ann2', 'email:ann'])).toBe('0');
  expect(await open(['email:ann3', 'person:ann'])).toBe('0');
  // Bob's first request asks for no trial, because he already belongs to another account. His later request for a trial
  // gets no credits.
  expect([await open(['person:bob'], false), await open(['person:bob'])]).toEqual(['0', '0']);
  expect(await open(['person:eve'])).toBe('5000000');
  const request = { name: 'A', trial: true, operation_id: '', trial_claims: ['a b'] };
  await expect(openAccount(accounts, terms, request)).rejects.toMatchObject({ code: 'INVALID_PARAM' });
});

/** Reads the ledger of an account in pages of two entries. Returns "<kind> <amount>" for each entry. */
async function ledgerOf({ accountId }: Customer, range = { from_ms: '0', to_ms: '0' }): Promise<string[][]> {
  const entryPages: string[][] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const request = { account_id: accountId, ...range, page_size: 2, cursor };
    const { entries = [], next_cursor: next } = await listLedger(pages, request);
    entryPages.push(entries.map(({ kind, amount_micros: amount }: AccountLedgerEntry) => `${kind} ${String(amount)}`));
    cursor = next === '' ? undefined : next;
  }
  return entryPages;
}

test('the ledger of an account is listed newest first in pages, each charge with its trace', async () => {
  const owner = await openCustomer(billing.postgres, { creditMicros: 1_000 });
  const other = await openCustomer(billing.postgres, { creditMicros: 77 });
  const [before] = await billing.database.sql<{ now: Date }>('SELECT clock() AS now');
  await billing.database.stepClock(hourMs);
  // Both charges and the reversal happened at the same time. The operation id and the kind decide the order.
  const kept = await charge(owner, 10);
  const reversed = await charge(owner, 20);
  await end({ delivered: [kept], undelivered: [reversed] });
  await billing.database.stepClock(hourMs);
  await addCredits(accounts, { account_id: owner.accountId, credit_micros: '5', operation_id: '' });

  expect(await ledgerOf(owner)).toEqual([['credit 5', 'reversal 20'], ['capture -20', 'capture -10'], ['credit 1000']]);
  expect(await ledgerOf(other)).toEqual([['credit 77']]);
  const since = { from_ms: String((before?.now.getTime() ?? 0) + 1), to_ms: '0' };
  expect((await ledgerOf(owner, since)).flat()).toHaveLength(4);
  const until = { from_ms: '0', to_ms: since.from_ms };
  expect((await ledgerOf(owner, until)).flat()).toEqual(['credit 1000']);

  const { entries = [] } = await listLedger(pages, { account_id: owner.accountId, ...everything });
  expect(entries[3]).toEqual({
    operation_id: kept,
    kind: 'capture',
    amount_micros: '-10',
    at: expect.stringMatching(isoPattern),
    trace_id: traceId,
    call: 'get_data spot.price',
  });
  expect(entries[0]).toMatchObject({ trace_id: '', call: '' });
});

test.each([
  ['cursor', { cursor: 'x' }],
  ['page_size', { page_size: 201 }],
  ['from_ms', { from_ms: '2', to_ms: '1' }],
  ['account_id', { account_id: 'acme' }],
])('a ledger request with a malformed %s is refused', async (field, wrong) => {
  const { accountId } = await openCustomer(billing.postgres);
  await expect(listLedger(pages, { account_id: accountId, ...everything, ...wrong })).rejects.toMatchObject({
    code: 'INVALID_PARAM',
    message: expect.stringContaining(field),
  });
});

test('usage counts calls and charges by hour, type, outcome and level, for the account alone', async () => {
  const owner = await openCustomer(billing.postgres, { creditMicros: 10_000 });
  const other = await openCustomer(billing.postgres, { creditMicros: 10_000 });
  const [now] = await billing.database.sql<{ ms: string }>('SELECT (extract(epoch FROM clock()) * 1000)::bigint AS ms');
  // The clock advances to the start of the next day, so that all calls below belong to the same day.
  await billing.database.stepClock(dayMs - (Number(now?.ms) % dayMs) + 1_000);
  const startMs = Number(now?.ms) - (Number(now?.ms) % dayMs) + dayMs;
  const anchored = { outcome: 'delivered', level: 'anchored' };
  await end({ delivered: [await charge(owner, 30, anchored), await charge(owner, 40, anchored)] });
  await charge(owner, 0, { outcome: 'refused' });
  await end({ undelivered: [await charge(owner, 50, anchored)] });
  await charge(other, 60, anchored);
  await billing.takeHold(owner, 100);
  await billing.database.stepClock(hourMs);
  await charge(owner, 5);

  const usageOf = async (customer: Customer, step: 'USAGE_STEP_HOUR' | 'USAGE_STEP_DAY'): Promise<unknown[]> => {
    const range = { from_ms: String(startMs + 1), to_ms: String(startMs + hourMs + 1_001) };
    const { rows = [] } = await getUsage(pages, { account_id: customer.accountId, ...range, step });
    return rows.map((row) => [
      (Number(row.start_ms) - startMs) / hourMs,
      row.type,
      row.outcome,
      row.level,
      Number(row.calls),
      Number(row.debited_micros),
    ]);
  };
  const first = [
    [0, 'spot.price', 'delivered', 'anchored', 2, 70],
    [0, 'spot.price', 'refused', '', 1, 0],
    [0, 'spot.price', 'undelivered', 'anchored', 1, 0],
  ];
  expect(await usageOf(owner, 'USAGE_STEP_HOUR')).toEqual([...first, [1, 'spot.price', 'delivered', '', 1, 5]]);
  expect(await usageOf(owner, 'USAGE_STEP_DAY')).toEqual([[0, 'spot.price', 'delivered', '', 1, 5], ...first]);
  expect(await usageOf(other, 'USAGE_STEP_HOUR')).toEqual([[0, 'spot.price', 'delivered', 'anchored', 1, 60]]);
});

test.each([
  ['step', { step: 'USAGE_STEP_UNSPECIFIED' as const }],
  ['to_ms', { from_ms: '0', to_ms: String(32 * dayMs) }],
  ['to_ms', { from_ms: '0', to_ms: '0' }],
])('a usage request with a malformed %s is refused', async (field, wrong) => {
  const { accountId } = await openCustomer(billing.postgres);
  const request = { account_id: accountId, from_ms: '0', to_ms: '1', step: 'USAGE_STEP_HOUR' as const, ...wrong };
  await expect(getUsage(pages, request)).rejects.toMatchObject({
    code: 'INVALID_PARAM',
    message: expect.stringContaining(field),
  });
});
