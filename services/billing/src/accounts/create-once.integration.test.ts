import { beforeAll, expect, test } from '@jest/globals';
import { hashApiKey } from '@assay/identifiers/api-key';
import { createSealer } from '@assay/storage/sealing';
import { useBilling } from '../testing/billing-world.ts';
import { openCustomer } from '../testing/customers.ts';
import { createAccountKeyOnce, createAccountOnce, createKeyOnce, type CreationPorts } from './create-once.ts';
import { createAccountStore } from './store.ts';

const billing = useBilling({ steppedClock: true });
const hourMs = 3_600_000;
const request = { name: 'Acme', credit_micros: '500', rate_limit_per_minute: 0, operation_id: 'order-1' };
let ports: CreationPorts;

beforeAll(() => {
  const ring = [{ id: 'k1', key: Buffer.alloc(32, 1) }];
  ports = {
    accounts: createAccountStore(billing.postgres.query),
    sealer: createSealer(ring, 'ASSAY_BILLING_SECRET_KEYS'),
    defaultRateLimit: 10,
    maxKeys: 3,
  };
});

async function count(text: string, ...values: unknown[]): Promise<number> {
  const [row] = await billing.database.sql<{ count: number }>(`SELECT count(*)::integer AS count FROM ${text}`, values);
  return row?.count ?? -1;
}

test('24 equal creations of an account at once make one account, one key and one credit', async () => {
  const answers = await Promise.all(Array.from({ length: 24 }, () => createAccountOnce(ports, request)));
  const [first] = answers;
  expect(new Set(answers.map(({ key }) => key)).size).toBe(1);
  expect(answers.every(({ account }) => account?.id === first?.account?.id)).toBe(true);
  expect(first?.account).toMatchObject({ name: 'Acme', balance_micros: '500', rate_limit_per_minute: 10 });
  expect(await count('accounts WHERE name = $1', 'Acme')).toBe(1);
  expect(await count('keys WHERE sha256 = $1', hashApiKey(first?.key ?? ''))).toBe(1);
  expect(await count('keys WHERE account_id = $1', first?.account?.id)).toBe(1);
});

test('24 equal creations of a key at once make one key, and another operation makes another', async () => {
  const { accountId } = await openCustomer(billing.postgres);
  const create = (operationId: string) =>
    createKeyOnce(ports, { account_id: accountId, operation_id: operationId }).then(({ key }) => key);
  const keys = await Promise.all(Array.from({ length: 24 }, () => create('order-2')));
  expect(new Set(keys).size).toBe(1);
  expect(await create('order-3')).not.toBe(keys[0]);
  expect(await count('keys WHERE account_id = $1', accountId)).toBe(3);
  // The account has the maximum number of keys. A repeated operation still gets the key that it created.
  expect(await create('order-2')).toBe(keys[0]);
  await expect(create('order-4')).rejects.toMatchObject({ message: expect.stringContaining('at most 3 valid keys') });
});

test('a key of the dashboard is created once for each operation, and keeps its record', async () => {
  const { accountId } = await openCustomer(billing.postgres);
  const create = () => createAccountKeyOnce(ports, { account_id: accountId, name: 'CI', operation_id: 'click-1' });
  const first = await create();
  expect(await create()).toEqual(first);
  expect(first.record).toMatchObject({ name: 'CI', prefix: first.key?.slice(0, 8), revoked_at: '' });
});

test('an operation belongs to its account, and other arguments are refused', async () => {
  const [own, other] = [await openCustomer(billing.postgres), await openCustomer(billing.postgres)];
  const create = (accountId: string) => createKeyOnce(ports, { account_id: accountId, operation_id: 'order-5' });
  expect((await create(own.accountId)).key).not.toBe((await create(other.accountId)).key);
  const changed = {
    code: 'INVALID_PARAM',
    message: expect.stringContaining('operation_id was used with other arguments'),
  };
  await expect(
    createAccountKeyOnce(ports, { account_id: own.accountId, name: 'CI', operation_id: 'order-5' }),
  ).rejects.toMatchObject(changed);
  await createAccountOnce(ports, { ...request, operation_id: 'order-6' });
  await expect(
    createAccountOnce(ports, { ...request, operation_id: 'order-6', credit_micros: '1' }),
  ).rejects.toMatchObject(changed);
});

test('the stored key is encrypted and forgotten after 24 hours, and its operation still creates nothing', async () => {
  const { account, key = '' } = await createAccountOnce(ports, { ...request, operation_id: 'order-7' });
  expect(await count(`key_creations AS c WHERE c::text LIKE '%' || $1 || '%'`, key)).toBe(0);
  await billing.database.stepClock(23 * hourMs);
  await ports.accounts.forgetSealedKeys();
  expect(await createAccountOnce(ports, { ...request, operation_id: 'order-7' })).toMatchObject({ key });
  await billing.database.stepClock(2 * hourMs);
  await ports.accounts.forgetSealedKeys();
  await expect(createAccountOnce(ports, { ...request, operation_id: 'order-7' })).rejects.toMatchObject({
    message: expect.stringContaining('more than 24 hours ago'),
  });
  expect(await count('keys WHERE account_id = $1', account?.id)).toBe(1);
});

test('without an operation id each request creates', async () => {
  const { accountId } = await openCustomer(billing.postgres);
  const create = () => createKeyOnce(ports, { account_id: accountId, operation_id: '' });
  expect((await create()).key).not.toBe((await create()).key);
});
