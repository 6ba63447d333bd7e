import { beforeAll, expect, test } from '@jest/globals';
import { hashApiKey } from '@assay/identifiers/api-key';
import { createSealer } from '@assay/storage/sealing';
import { createAccountStore } from '../accounts/store.ts';
import { createAccountKeyOnce } from '../accounts/create-once.ts';
import { useBilling } from '../testing/billing-world.ts';
import { admission, context, openCustomer, type Customer } from '../testing/customers.ts';
import { listKeys, revokeAccountKey } from './pages.ts';
import { rotateAccountKey, type RotationPorts } from './rotation.ts';
import { createPageStore } from './store.ts';

const billing = useBilling({ steppedClock: true });
const hourMs = 3_600_000;
let ports: RotationPorts;

beforeAll(() => {
  const sealer = createSealer([{ id: 'k1', key: Buffer.alloc(32, 1) }], 'ASSAY_BILLING_SECRET_KEYS');
  ports = { pages: createPageStore(billing.postgres.query), sealer, maxKeys: 50 };
});

function requestOf(
  { accountId }: Customer,
  keyId: string,
  changed: { overlap_seconds?: number; operation_id?: string },
) {
  return { account_id: accountId, key_id: keyId, overlap_seconds: 3_600, operation_id: '', ...changed };
}

async function keysOf({ accountId }: Customer) {
  return (await listKeys(ports.pages, accountId)).keys ?? [];
}

async function firstKeyId(customer: Customer): Promise<string> {
  return (await keysOf(customer))[0]?.id ?? '';
}

test('24 equal rotations at once make one key, and each gets it', async () => {
  const owner = await openCustomer(billing.postgres);
  const keyId = await firstKeyId(owner);
  const rotate = (operation: string) => rotateAccountKey(ports, requestOf(owner, keyId, { operation_id: operation }));
  const answers = await Promise.all(Array.from({ length: 24 }, () => rotate('click-1')));
  const [first] = answers;
  expect(new Set(answers.map(({ key }) => key)).size).toBe(1);
  expect(answers.every((answer) => JSON.stringify(answer) === JSON.stringify(first))).toBe(true);
  expect(await keysOf(owner)).toHaveLength(2);
  expect(first?.record).toMatchObject({ prefix: first?.key?.slice(0, 8), expires_at: '' });
  expect(first?.replaced).toMatchObject({ id: keyId, expires_at: expect.stringMatching(/Z$/) });
  expect((await rotate('click-2')).key).not.toBe(first?.key);
});

test('a repeated rotation gets its key after the replaced key ended, and in a full account', async () => {
  const owner = await openCustomer(billing.postgres);
  const keyId = await firstKeyId(owner);
  const rotate = (operation: string) =>
    rotateAccountKey({ ...ports, maxKeys: 2 }, requestOf(owner, keyId, { operation_id: operation }));
  const { key } = await rotate('click-1');
  expect((await rotate('click-1')).key).toBe(key);
  await expect(rotate('click-2')).rejects.toMatchObject({ message: expect.stringContaining('at most 2') });
  await revokeAccountKey(ports.pages, () => undefined, { account_id: owner.accountId, key_id: keyId });
  expect((await rotate('click-1')).key).toBe(key);
  await expect(rotate('click-3')).rejects.toMatchObject({ message: expect.stringContaining('ended already') });
});

test('a rotation that failed leaves no row, so its operation works later', async () => {
  const owner = await openCustomer(billing.postgres);
  const request = requestOf(owner, await firstKeyId(owner), { operation_id: 'click-1' });
  await expect(rotateAccountKey({ ...ports, maxKeys: 1 }, request)).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  await expect(rotateAccountKey(ports, request)).resolves.toMatchObject({ key: expect.stringMatching(/^asy_/) });
});

test('an operation belongs to its account, and refuses other arguments and other methods', async () => {
  const [owner, other] = [await openCustomer(billing.postgres), await openCustomer(billing.postgres)];
  const keyId = await firstKeyId(owner);
  const operation = { operation_id: 'click-1' };
  const { key } = await rotateAccountKey(ports, requestOf(owner, keyId, operation));
  const changed = {
    code: 'INVALID_PARAM',
    message: expect.stringContaining('operation_id was used with other arguments'),
  };
  const longer = requestOf(owner, keyId, { ...operation, overlap_seconds: 7_200 });
  await expect(rotateAccountKey(ports, longer)).rejects.toMatchObject(changed);
  const creation = { ...ports, accounts: createAccountStore(billing.postgres.query), defaultRateLimit: 10 };
  const create = createAccountKeyOnce(creation, { account_id: owner.accountId, name: 'CI', ...operation });
  await expect(create).rejects.toMatchObject(changed);
  // An operator of another account can neither rotate the key nor read the stored new key.
  await expect(rotateAccountKey(ports, requestOf(other, keyId, operation))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const own = await rotateAccountKey(ports, requestOf(other, await firstKeyId(other), operation));
  expect(own.key).not.toBe(key);
  await expect(
    rotateAccountKey(ports, requestOf(owner, keyId, { operation_id: 'with a space' })),
  ).rejects.toMatchObject({ message: expect.stringContaining('operation_id') });
});

test('the key of a rotation is encrypted, and forgotten after 24 hours', async () => {
  const owner = await openCustomer(billing.postgres);
  const request = requestOf(owner, await firstKeyId(owner), { operation_id: 'click-1' });
  const { key = '' } = await rotateAccountKey(ports, request);
  const text = `SELECT count(*)::integer AS count FROM key_creations AS c WHERE c::text LIKE '%' || $1 || '%'`;
  expect(await billing.database.sql(text, [key])).toEqual([{ count: 0 }]);
  await billing.database.stepClock(25 * hourMs);
  await createAccountStore(billing.postgres.query).forgetSealedKeys();
  await expect(rotateAccountKey(ports, request)).rejects.toMatchObject({
    message: expect.stringContaining('more than 24 hours ago'),
  });
  expect(await keysOf(owner)).toHaveLength(2);
});

test('a replaced key works until its overlap ends, and no other account can replace it', async () => {
  const [owner, other] = [await openCustomer(billing.postgres), await openCustomer(billing.postgres)];
  const [old] = (await listKeys(ports.pages, owner.accountId)).keys ?? [];
  const rotate = (customer: Customer, keyId = old?.id ?? '', seconds = 3_600, maxKeys = 50) =>
    rotateAccountKey({ ...ports, maxKeys }, requestOf(customer, keyId, { overlap_seconds: seconds }));
  const admit = async (customer: Customer) =>
    (await billing.replicaAt(0).admit.submit(admission(customer), context())).admission;
  await expect(rotate(other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(rotate(owner, 'key_1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(rotate(owner, old?.id, 59)).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  await expect(rotate(owner, old?.id, 2_592_001)).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  await expect(rotate(owner, old?.id, 3_600, 1)).rejects.toMatchObject({
    message: expect.stringContaining('at most 1'),
  });

  const { key = '', record, replaced } = await rotate(owner);
  const successor = { accountId: owner.accountId, key, keySha256: hashApiKey(key) };
  expect(record).toMatchObject({ name: old?.name, prefix: key.slice(0, 8), expires_at: '', revoked_at: '' });
  expect(replaced).toMatchObject({ id: old?.id, revoked_at: '' });
  expect(Date.parse(replaced?.expires_at ?? '') - Date.parse(record?.created_at ?? '')).toBe(hourMs);
  expect([await admit(owner), await admit(successor)]).toEqual(['ADMISSION_ADMITTED', 'ADMISSION_ADMITTED']);
  // A second rotation cannot extend the time for which the old key works.
  const again = await rotate(owner, old?.id, 7_200);
  expect(again.replaced?.expires_at).toBe(replaced?.expires_at);
  await billing.database.stepClock(hourMs - 1);
  expect(await admit(owner)).toBe('ADMISSION_ADMITTED');
  await billing.database.stepClock(1);
  expect([await admit(owner), await admit(successor)]).toEqual(['ADMISSION_INVALID_KEY', 'ADMISSION_ADMITTED']);
  await expect(rotate(owner)).rejects.toMatchObject({ message: expect.stringContaining('ended already') });
  // A key that no longer works does not count towards the maximum of valid keys. Only the two keys that replaced it
  // count.
  await expect(rotate(owner, record?.id, 60, 3)).resolves.toMatchObject({ replaced: { id: record?.id } });
});
