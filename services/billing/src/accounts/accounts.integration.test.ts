import { beforeAll, expect, test } from '@jest/globals';
import { hashApiKey, isWellFormedApiKey } from '@assay/identifiers/api-key';
import { useBilling } from '../testing/billing-world.ts';
import { admission, context, holdOf, newHoldId, openCustomer, type BillingReplica } from '../testing/customers.ts';
import { addCredits, createAccount, getAccount, getCharges, setRateLimit } from './accounts.ts';
import { createKey, revokeKey } from './keys.ts';
import { createAccountStore, type AccountStore } from './store.ts';

const billing = useBilling();
let store: AccountStore;
let replica: BillingReplica;
let published: Buffer[] = [];

beforeAll(() => {
  store = createAccountStore(billing.postgres.query);
  replica = billing.replicaAt(0);
});

const publish = (sha256: Buffer): void => void published.push(sha256);
const unknownAccountId = `acc_${'0'.repeat(22)}`;
const fresh = { name: 'Acme', credit_micros: '0', rate_limit_per_minute: 0 };

test('a new account has its credit, the default limit and a key that is not stored in plain text', async () => {
  const created = await createAccount(store, 10, { ...fresh, name: 'Äcme & söhne 🚀', credit_micros: '2500000' });
  const { account, key = '' } = created;
  expect(account).toEqual({
    id: expect.stringMatching(/^acc_[0-9A-Za-z]{22}$/),
    name: 'Äcme & söhne 🚀',
    balance_micros: '2500000',
    held_micros: '0',
    rate_limit_per_minute: 10,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(isWellFormedApiKey(key)).toBe(true);
  expect(created.key_prefix).toBe(key.slice(0, 8));
  expect(await getAccount(store, account?.id ?? '')).toEqual({ account });
  const rows = await billing.database.sql('SELECT sha256, prefix FROM keys WHERE account_id = $1', [account?.id]);
  expect(rows).toEqual([{ sha256: hashApiKey(key), prefix: key.slice(0, 8) }]);
  const [dump] = await billing.database.sql<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM keys WHERE keys::text LIKE '%' || $1 || '%') AS found`,
    [key],
  );
  expect(dump?.found).toBe(false);
});

test('an account can have a limit of its own', async () => {
  const { account, key = '' } = await createAccount(store, 10, { ...fresh, rate_limit_per_minute: 3 });
  const customer = { accountId: account?.id ?? '', key, keySha256: hashApiKey(key) };
  expect(await replica.admit.submit(admission(customer), context())).toMatchObject({ limit: 3, remaining: 2 });
});

test('a changed limit holds for the next request, and gateways are notified once it is stored', async () => {
  const customer = await openCustomer(billing.postgres, { rateLimit: 1 });
  await replica.admit.submit(admission(customer), context());
  expect(await replica.admit.submit(admission(customer), context())).toMatchObject({
    admission: 'ADMISSION_RATE_LIMITED',
  });
  const notified: string[] = [];
  const change = (accountId: string, limit: number) =>
    setRateLimit(store, (id) => notified.push(id), { account_id: accountId, rate_limit_per_minute: limit });
  expect(await change(customer.accountId, 3)).toMatchObject({ account: { rate_limit_per_minute: 3 } });
  expect(notified).toEqual([customer.accountId]);
  expect(await replica.admit.submit(admission(customer), context())).toMatchObject({
    admission: 'ADMISSION_ADMITTED',
    limit: 3,
    remaining: 1,
  });
  await expect(change(unknownAccountId, 3)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(change(customer.accountId, 0)).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  await expect(change(customer.accountId, 1_000_001)).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  expect(notified).toHaveLength(1);
});

test.each([
  ['name', { name: '' }],
  ['name', { name: '   ' }],
  ['name', { name: 'x'.repeat(101) }],
  ['name', { name: 'a\u0000b' }],
  ['credit_micros', { credit_micros: '-1' }],
  ['credit_micros', { credit_micros: '1000000000000001' }],
  ['rate_limit_per_minute', { rate_limit_per_minute: 1_000_001 }],
])('a malformed %s of a new account is refused with the name of the field', async (field, wrong) => {
  await expect(createAccount(store, 10, { ...fresh, ...wrong })).rejects.toMatchObject({
    code: 'INVALID_PARAM',
    message: expect.stringContaining(`${field} must be`),
  });
});

test('a name of 100 characters is accepted, however many bytes it has', async () => {
  const { account } = await createAccount(store, 10, { ...fresh, name: '🚀'.repeat(100) });
  expect(account?.name).toBe('🚀'.repeat(100));
});

test('operations on an unknown account are NOT_FOUND', async () => {
  const notFound = { code: 'NOT_FOUND', message: 'no account has this account_id' };
  await expect(getAccount(store, unknownAccountId)).rejects.toMatchObject(notFound);
  await expect(createKey(store, unknownAccountId, 50)).rejects.toMatchObject(notFound);
  await expect(
    addCredits(store, { account_id: unknownAccountId, credit_micros: '1', operation_id: '' }),
  ).rejects.toMatchObject(notFound);
  await expect(getAccount(store, 'acme')).rejects.toMatchObject({ code: 'INVALID_PARAM' });
});

test('a top-up sent 24 times at once with one operation id is credited once', async () => {
  const { accountId } = await openCustomer(billing.postgres);
  const request = { account_id: accountId, credit_micros: '500', operation_id: `payment-${accountId}` };
  const answers = await Promise.all(Array.from({ length: 24 }, () => addCredits(store, request)));
  expect(answers.filter(({ credited }) => credited)).toHaveLength(1);
  expect(answers.every(({ balance_micros }) => balance_micros === '500')).toBe(true);
});

test('every top-up without an operation id is credited', async () => {
  const { accountId } = await openCustomer(billing.postgres, { creditMicros: 1 });
  const request = { account_id: accountId, credit_micros: '500', operation_id: '' };
  await addCredits(store, request);
  expect(await addCredits(store, request)).toEqual({ balance_micros: '1001', credited: true });
});

test('an operation id cannot be used again for another amount or another account', async () => {
  const [first, second] = [await openCustomer(billing.postgres), await openCustomer(billing.postgres)];
  const request = { account_id: first.accountId, credit_micros: '500', operation_id: `payment-${first.accountId}` };
  await addCredits(store, request);
  const refused = { code: 'INVALID_PARAM', message: expect.stringMatching(/^operation_id was used/) };
  await expect(addCredits(store, { ...request, credit_micros: '501' })).rejects.toMatchObject(refused);
  await expect(addCredits(store, { ...request, account_id: second.accountId })).rejects.toMatchObject(refused);
});

test.each([
  ['credit_micros', { credit_micros: '0' }],
  ['operation_id', { operation_id: 'has a space' }],
])('a malformed %s of a top-up is refused with the name of the field', async (field, wrong) => {
  const request = { account_id: unknownAccountId, credit_micros: '1', operation_id: 'p', ...wrong };
  await expect(addCredits(store, request)).rejects.toMatchObject({
    code: 'INVALID_PARAM',
    message: expect.stringContaining(`${field} must be`),
  });
});

test('top-ups that race 200 holds leave exact books', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 1_000 });
  const holds = Array.from({ length: 200 }, () => replica.hold.submit(holdOf(customer, 100), context()));
  const credits = Array.from({ length: 10 }, () =>
    addCredits(store, { account_id: customer.accountId, credit_micros: '50', operation_id: '' }),
  );
  const held = (await Promise.all(holds)).filter((answer) => answer.held).length;
  await Promise.all(credits);
  const { account } = await getAccount(store, customer.accountId);
  expect(account).toMatchObject({ balance_micros: '1500', held_micros: String(held * 100) });
  expect(held).toBeGreaterThanOrEqual(10);
  expect(held).toBeLessThanOrEqual(15);
});

test.each(['the whole key', 'its first 8 characters'])(
  'a key revoked by %s is refused from then on, and the revocation is published',
  async (by) => {
    const customer = await openCustomer(billing.postgres);
    expect(await replica.admit.submit(admission(customer), context())).toMatchObject({
      admission: 'ADMISSION_ADMITTED',
    });
    published = [];
    const revoked = await revokeKey(store, publish, by === 'the whole key' ? customer.key : customer.key.slice(0, 8));
    expect(revoked).toMatchObject({ account_id: customer.accountId, key_prefix: customer.key.slice(0, 8) });
    expect(published).toEqual([customer.keySha256]);
    expect(await replica.admit.submit(admission(customer), context())).toMatchObject({
      admission: 'ADMISSION_INVALID_KEY',
    });
    expect(await revokeKey(store, publish, customer.key)).toEqual(revoked);
  },
);

test('another key of the account stays valid after one was revoked', async () => {
  const customer = await openCustomer(billing.postgres);
  const { key = '' } = await createKey(store, customer.accountId, 50);
  await revokeKey(store, publish, customer.key);
  const second = { ...customer, key, keySha256: hashApiKey(key) };
  expect(await replica.admit.submit(admission(second), context())).toMatchObject({ admission: 'ADMISSION_ADMITTED' });
});

test('a prefix that matches several valid keys, or none, revokes nothing', async () => {
  const { accountId } = await openCustomer(billing.postgres);
  for (const sha256 of [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]) {
    await store.createKey(accountId, { sha256, prefix: 'asy_SAME', name: '' }, 50);
  }
  published = [];
  await expect(revokeKey(store, publish, 'asy_SAME')).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  await expect(revokeKey(store, publish, 'asy_0-0-')).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  await expect(revokeKey(store, publish, 'asy_~~~~')).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  await expect(revokeKey(store, publish, 'asy_NONE')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(published).toEqual([]);
  const rows = await billing.database.sql("SELECT FROM keys WHERE prefix = 'asy_SAME' AND revoked_at IS NULL");
  expect(rows).toHaveLength(2);
});

test('the refusal of a key does not contain the key', async () => {
  const { key } = await openCustomer(billing.postgres);
  const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  const failed = await revokeKey(store, publish, mistyped).catch((thrown: unknown) => String(thrown));
  expect(failed).not.toContain(mistyped.slice(8));
});

test('the charges of a trace are its holds, each with all its ledger entries', async () => {
  const customer = await openCustomer(billing.postgres, { creditMicros: 1_000 });
  const trace = 'c4'.repeat(16);
  const [charged, reversed, open] = [newHoldId(), newHoldId(), newHoldId()];
  for (const id of [charged, reversed, open]) {
    await replica.hold.submit({ ...holdOf(customer, 100, id), trace_id: trace, operation: 'gate' }, context());
  }
  await replica.settle.submit({ hold_id: charged, capture_micros: '60', received: false }, context());
  await replica.settle.submit({ hold_id: reversed, capture_micros: '70', received: false }, context());
  await replica.confirm.submit({ delivered_hold_ids: [charged], undelivered_hold_ids: [reversed] }, context());

  const { charges = [] } = await getCharges(store, trace);
  const at = expect.stringMatching(/Z$/);
  const rows = (kind: string, amount: number): unknown[] => [
    { account_id: customer.accountId, amount_micros: String(amount), kind, at },
    { account_id: 'system:revenue', amount_micros: String(-amount), kind, at },
  ];
  const common = { account_id: customer.accountId, operation: 'gate', held_micros: '100', held_at: at };
  expect(charges).toEqual([
    {
      ...common,
      hold_id: charged,
      captured_micros: '60',
      state: 'confirmed',
      ended_at: at,
      entries: rows('capture', -60),
    },
    {
      ...common,
      hold_id: reversed,
      captured_micros: '70',
      state: 'reversed',
      ended_at: at,
      entries: [...rows('capture', -70), ...rows('reversal', 70)],
    },
    { ...common, hold_id: open, captured_micros: '0', state: 'open', ended_at: '', entries: [] },
  ]);
});

test('a trace without holds has no charges, and a malformed trace id is refused', async () => {
  expect(await getCharges(store, 'd5'.repeat(16))).toEqual({ charges: [] });
  await expect(getCharges(store, 'tr_d5')).rejects.toMatchObject({ code: 'INVALID_PARAM' });
});
